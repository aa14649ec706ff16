import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { type Alias, type Plugin, build, runnerImport } from 'vite';
import type { DrawnPicture } from './src/data/drawnPicture.ts';

/** The drawing needs the names of classes; their rules are the app's. */
const withoutRules: Plugin = { name: 'without-rules', enforce: 'pre', resolveId: (id) => (id.endsWith('.vanilla.css') ? '\0no-rules' : null), load: (id) => (id === '\0no-rules' ? '' : null) };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Draws an app's sign-in at build time, in each language, with and without a logo, and writes it to `first-picture.json` for the
 * server (`server/app/firstPicture.ts`) with the script that shows it. The form is then on the screen, and can be
 * typed into, while the app is still on its way; `src/data/firstPicture.ts` tells how the app takes it over.
 * `folder` has `drawFirstPicture.tsx` and `firstPicture.ts`; `alias` and `plugins` are those of the app that its modules need.
 */
export function firstPicture(folder: string, alias: Alias[], plugins: () => Plugin[]): Plugin {
  const settings = { root: here(folder), configFile: false, logLevel: 'error', mode: 'production', resolve: { alias } } as const;
  return {
    name: 'first-picture',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<{ drawn: DrawnPicture }>(here(`${folder}/drawFirstPicture.tsx`), { ...settings, plugins: [withoutRules, ...plugins(), vanillaExtractPlugin()] });
      const script = await built(here(`${folder}/firstPicture.ts`));
      this.emitFile({ type: 'asset', fileName: 'first-picture.json', source: JSON.stringify({ ...module.drawn, script }) });
    },
  };

  /** One script, complete in itself. */
  async function built(entry: string): Promise<string> {
    const output = await build({
      ...settings,
      plugins: plugins(),
      publicDir: false,
      build: { write: false, target: 'es2022', modulePreload: false, rolldownOptions: { input: entry, treeshake: { moduleSideEffects: false }, output: { format: 'iife', codeSplitting: false } } },
    });
    const [result] = [output].flat();
    const chunk = result !== undefined && 'output' in result ? result.output[0] : undefined;
    if (chunk === undefined) throw new Error(`${entry} came to nothing.`);
    return chunk.code;
  }
}
