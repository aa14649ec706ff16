import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { type Alias, type Plugin, build, runnerImport } from 'vite';
import { builtIns } from '../layout/build/builtIns.build.ts';
import type { PrerenderedPage } from '../browser/prerenderedPage.ts';

/** The prerendering needs only the names of the classes; the rules are in the app's style sheets. */
const withoutRules: Plugin = {
  name: 'without-rules',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.vanilla.css') ? '\0no-rules' : null),
  load: (id) => (id === '\0no-rules' ? '' : null),
};

const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Prerenders an app's sign-in at build time, in each language, with and without a logo and a telephone, and writes it to
 * `prerendered-login.json` for the server (`server/pages/prerenderedLogin.ts`) with the script that shows it. The form is then on the
 * screen, and can be typed into, while the app is still loading; `src/browser/prerendered.ts` says how the app hydrates it. `folder` has
 * `prerender/drawLogin.tsx` and `prerender/pageScript.ts`; `alias` and `plugins` are those of the app that its modules need.
 */
export function prerenderedLogin(folder: string, alias: Alias[], plugins: () => Plugin[]): Plugin {
  const settings = {
    root: here(folder),
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    resolve: { alias },
  } as const;
  return {
    name: 'prerendered-login',
    apply: 'build',
    async generateBundle() {
      const { module } = await runnerImport<{ drawn: readonly PrerenderedPage[] }>(
        here(`${folder}/prerender/drawLogin.tsx`),
        {
          ...settings,
          plugins: [withoutRules, ...plugins(), vanillaExtractPlugin()],
        },
      );
      const script = await built(here(`${folder}/prerender/pageScript.ts`));
      this.emitFile({
        type: 'asset',
        fileName: 'prerendered-login.json',
        source: JSON.stringify({ drawings: module.drawn, script }),
      });
    },
  };

  /** Bundles an entry into one self-contained script. */
  async function built(entry: string): Promise<string> {
    const output = await build({
      ...settings,
      plugins: [...plugins(), builtIns({ isPage: false })],
      publicDir: false,
      build: {
        write: false,
        target: 'es2022',
        modulePreload: false,
        rolldownOptions: {
          input: entry,
          treeshake: { moduleSideEffects: false },
          output: { format: 'iife', codeSplitting: false },
        },
      },
    });
    const [result] = [output].flat();
    const chunk = result !== undefined && 'output' in result ? result.output[0] : undefined;
    if (chunk === undefined) throw new Error(`${entry} came to nothing.`);
    return chunk.code;
  }
}
