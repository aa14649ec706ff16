import type { Plugin } from 'vite';
import { runDeclaredPages, runTable } from './runTable.build.ts';

/** The keys of `.vite/manifest.json` that a page needs; under `everyone` where it is shown without a session. */
type Preload = readonly string[] | { readonly everyone: readonly string[] };
type Preloads = Readonly<Record<string, Preload>>;

/** The keys of a page's texts and of what formats them; the server replaces `{language}`. */
const textsOf = (words: readonly string[]): string[] => [
  'words/intl.ts',
  ...['core', ...words].map((catalog) => `../virtual:words/${catalog}/{language}`),
];

async function portalPreloads(): Promise<Preloads> {
  const { table } = await runDeclaredPages();
  const rows = table.declaredPages.map(({ page, words, file, standaloneFile, around }): [string, Preload] => {
    const inSource = (one: string) => one.slice('src/'.length);
    const texts = textsOf(words);
    // The page itself contains the sign-in, and the start script brings its code.
    if (page.words === null) return [page.path, []];
    // Nothing is around a page without a session.
    if (page.who === 'everyone') return [page.path, { everyone: ['app.tsx', inSource(file), ...texts] }];
    if (standaloneFile !== null) return [page.path, ['startPrefetch.ts', inSource(standaloneFile), ...texts]];
    const first = page.layout === 'gate' ? [] : ['startPrefetch.ts'];
    return [page.path, [...first, 'app.tsx', ...around.map(inSource), inSource(file), ...texts]];
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
      [...(standsAlone ? [] : ['app.tsx']), file.slice('kiosk/'.length)],
    ]),
  );
}

/**
 * Writes `route-modules.json`: each path of a target with the modules of its page. The server preloads a deep link's modules from it,
 * beside the start script, and learns which addresses belong to which target.
 */
export function routePreloads(target: 'portal' | 'kiosk'): Plugin {
  return {
    name: 'route-preloads',
    apply: 'build',
    async generateBundle() {
      const preloads = await (target === 'portal' ? portalPreloads() : kioskPreloads());
      this.emitFile({ type: 'asset', fileName: 'route-modules.json', source: JSON.stringify(preloads, null, 1) });
    },
  };
}
