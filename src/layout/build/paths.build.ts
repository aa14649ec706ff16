import type { Plugin } from 'vite';
import { runDeclaredPages } from './runTable.build.ts';

type Declared = Awaited<ReturnType<typeof runDeclaredPages>>['table']['declaredPages'][number]['page'];

/** A module whose only export lists the paths of the pages for which `has` holds. */
function pathsOf(module: string, name: string, has: (page: Declared) => boolean): Plugin {
  const id = `\0${module}`;
  return {
    name,
    resolveId: (wanted) => (wanted === module ? id : null),
    async load(wanted) {
      if (wanted !== id) return null;
      const { table, files } = await runDeclaredPages();
      for (const file of files) this.addWatchFile(file);
      const paths = table.declaredPages.flatMap(({ page }) => (has(page) ? [page.path] : []));
      return `export const paths = ${JSON.stringify(paths)};`;
    },
  };
}

/** `virtual:portal-paths`: the addresses of the portal's pages, for both service workers: the kiosk's leaves them to the server, the portal's all others. */
export const portalPaths = (): Plugin => pathsOf('virtual:portal-paths', 'portal-paths', () => true);

/** `virtual:login-paths`: those that show the login form to whoever is not logged in, for the start of the portal, which has no modules yet. */
export const loginPaths = (): Plugin =>
  pathsOf(
    'virtual:login-paths',
    'login-paths',
    ({ path, who, layout }) => path === '/login' || (who === 'signedIn' && layout !== 'gate'),
  );
