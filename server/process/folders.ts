import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it. Node's own recursive mkdir spins for ever where a file system answers "no such file" to
 * a new entry of an existing folder, as /proc does; this one fails.
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory() === true) return;
  if (dirname(path) !== path && found === null) await makeFolder(dirname(path), 0o755);
  await mkdir(path, { mode }).catch((error: NodeJS.ErrnoException) => {
    // Another start may have made it in between; anything else that is there already is no folder.
    if (error.code !== 'EEXIST' || found !== null) throw error;
  });
}
