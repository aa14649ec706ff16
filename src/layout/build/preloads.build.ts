import { basename, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import type { FirstAddress } from './firstCalls.build.ts';
import { runDeclaredPages, runTable } from './runTable.build.ts';

interface Preload {
  /** The keys of `.vite/manifest.json` that it needs. */
  readonly modules: readonly string[];
  /** It is shown without a session, too. */
  readonly isForEveryone?: true;
  /** The script that stands in the page and makes its first calls. */
  readonly prefetch?: { readonly script: string; readonly calls: readonly FirstAddress[] };
}
type Preloads = Readonly<Record<string, Preload>>;

/** The keys of a page's texts and of what formats them; the server replaces `{language}`. */
const textsOf = (words: readonly string[]): string[] => [
  'words/intl.ts',
  ...['core', ...words].map((catalog) => `../virtual:words/${catalog}/{language}`),
];

async function portalPreloads(): Promise<Preloads> {
  const { table } = await runDeclaredPages();
  const rows = table.declaredPages.map(({ page, words, file, others, firstCalls }): [string, Preload] => {
    const inSource = (one: string) => one.slice('src/'.length);
    const texts = textsOf(words);
    // The page itself contains the sign-in, and the start script brings its code.
    if (page.words === null) return [page.path, { modules: [] }];
    const modules = ['app.tsx', ...[file, ...others].map(inSource), ...texts];
    if (page.who === 'everyone') return [page.path, { modules, isForEveryone: true }];
    // The pages of the sign-in ask for nothing by themselves.
    if (page.layout === 'gate') return [page.path, { modules }];
    return [page.path, { modules, prefetch: { script: 'startPrefetch.ts', calls: firstCalls } }];
  });
  return Object.fromEntries(rows);
}

async function kioskPreloads(): Promise<Preloads> {
  const { table } = await runTable<typeof import('../../../kiosk/declaredScreens.build.ts')>(
    'kiosk/declaredScreens.build.ts',
    /^kiosk\/[^/]+\/[^/]+\.tsx$/,
  );
  return Object.fromEntries(
    table.declaredScreens.map(({ path, file, standsAlone }) => [
      path,
      { modules: [...(standsAlone ? [] : ['app.tsx']), file.slice('kiosk/'.length)] },
    ]),
  );
}

/**
 * Writes `route-modules.json`: each path of a target with the modules and the first calls of its page. The server preloads a deep link's
 * modules from it, beside the start script, and learns which addresses belong to which target.
 */
export function routePreloads(target: 'portal' | 'kiosk'): Plugin {
  let root = '';
  return {
    name: 'route-preloads',
    apply: 'build',
    configResolved: (config) => void ({ root } = config),
    async generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      // A module that stands in a group has no key of its own, and the manifest names the file of the group.
      const keyOf = (module: string): string => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, module)));
        // The texts have a file for each language.
        if (module.includes('{language}')) return module;
        if (chunk === undefined) throw new Error(`${module} came to no file.`);
        return chunk.facadeModuleId === null ? `_${basename(chunk.fileName)}` : relative(root, chunk.facadeModuleId);
      };
      const named = await (target === 'portal' ? portalPreloads() : kioskPreloads());
      const preloads = Object.fromEntries(
        Object.entries(named).map(([path, page]) => [path, { ...page, modules: page.modules.map(keyOf) }]),
      );
      this.emitFile({ type: 'asset', fileName: 'route-modules.json', source: JSON.stringify(preloads, null, 1) });
    },
  };
}
