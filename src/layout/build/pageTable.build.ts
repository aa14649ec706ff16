import type { Plugin } from 'vite';
import { runDeclaredPages } from './runTable.build.ts';

const tableId = '\0virtual:page-table';

/** `virtual:page-table`: what the start of the portal must know of each page before the modules are there. */
export function pageTable(): Plugin {
  return {
    name: 'page-table',
    resolveId: (id) => (id === 'virtual:page-table' ? tableId : null),
    async load(id) {
      if (id !== tableId) return null;
      const { table, files } = await runDeclaredPages();
      for (const file of files) this.addWatchFile(file);
      const rows = table.declaredPages.map(({ page: { path, who, layout }, words }) =>
        JSON.stringify({ path, who, layout, words }),
      );
      return `export const pageTable = [\n${rows.join(',\n')}\n];`;
    },
  };
}

const pathsId = '\0virtual:portal-paths';

/** `virtual:portal-paths`: the addresses of the portal's pages, for both service workers: the kiosk's leaves them to the server, the portal's all others. */
export function portalPaths(): Plugin {
  return {
    name: 'portal-paths',
    resolveId: (id) => (id === 'virtual:portal-paths' ? pathsId : null),
    async load(id) {
      if (id !== pathsId) return null;
      const { table } = await runDeclaredPages();
      const paths = table.declaredPages.map(({ page }) => page.path);
      return `export const portalPaths = ${JSON.stringify(paths)};`;
    },
  };
}
