import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

/** The folder of the project, with a slash at its end. */
const projectRoot = fileURLToPath(new URL('../../../', import.meta.url)).replaceAll('\\', '/');

/** Replaces what a page's file exports by the file's name, so that a declaration's loader tells which file it loads. */
const namesOfFiles = (pages: RegExp): Plugin => ({
  name: 'names-of-files',
  enforce: 'pre',
  load: (id) =>
    id.startsWith(projectRoot) && pages.test(id.slice(projectRoot.length))
      ? `export const file = ${JSON.stringify(id.slice(projectRoot.length))};`
      : null,
});

/** Runs a table of declarations at build time. Returns its exports and the files that it consists of. */
export async function runTable<Table extends object>(
  file: string,
  pages: RegExp,
): Promise<{ readonly table: Table; readonly files: readonly string[] }> {
  const { module, dependencies } = await runnerImport<Table>(projectRoot + file, {
    configFile: false,
    logLevel: 'error',
    plugins: [namesOfFiles(pages)],
  });
  return { table: module, files: [projectRoot + file, ...dependencies] };
}

export const runDeclaredPages = () =>
  runTable<typeof import('./declaredPages.build.ts')>(
    'src/layout/build/declaredPages.build.ts',
    /^src\/modules\/[^/]+\/pages\/([^/]+\.tsx|toDo\.ts)$/,
  );
