import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * Makes a folder and its parents. Node's own recursive mkdir loops for ever on a file system that answers "no such file" for a new entry of
 * an existing folder, as /proc does; this one fails.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) return;
  if (dirname(path) !== path && found === null) await makeFolder(dirname(path), 0o755);
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another start may have made the folder in the meantime. Anything else that exists at this path is not a folder.
    if (error.code !== 'EEXIST' || found !== null) throw error;
  });
}
