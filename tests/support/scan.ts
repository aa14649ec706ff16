import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The bytes to search for in files, and the name by which to report them. */
export interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Finds these bytes in a folder of files: `file: name`. Files that disappear meanwhile are skipped. */
export async function findBytes(folder: string, needles: readonly Needle[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => null);
    if (content === null) continue;
    for (const { name, bytes } of needles)
      if (content.includes(bytes)) found.push(`${path.slice(folder.length + 1)}: ${name}`);
  }
  return found;
}

/** Finds these texts, in UTF-8 or UTF-16, in a folder of files: `file: text`. */
export const findInFiles = (folder: string, texts: readonly string[]): Promise<string[]> =>
  findBytes(
    folder,
    texts.flatMap((text) => [
      { name: text, bytes: Buffer.from(text, 'utf8') },
      { name: `${text} (UTF-16)`, bytes: Buffer.from(text, 'utf16le') },
    ]),
  );
