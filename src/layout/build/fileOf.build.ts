/** The file that a loader loads, from the folder of the project; for tables that are run by `runTable.build.ts`. */
export async function fileOf(load: () => Promise<unknown>): Promise<string> {
  const module = await load();
  if (typeof module === 'object' && module !== null && 'file' in module && typeof module.file === 'string')
    return module.file;
  throw new Error('A page is loaded from a file that lies in no folder for pages.');
}
