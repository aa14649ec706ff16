import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What to look for in files, and under which name to tell of it. */
export interface Needle {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Where one of these stands in a folder of files: `file: name`. Files that vanish meanwhile are passed over. */
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

/** Where one of these texts stands in a folder of files, in UTF-8 or UTF-16: `file: text`. */
export const findInFiles = (folder: string, texts: readonly string[]): Promise<string[]> =>
  findBytes(
    folder,
    texts.flatMap((text) => [
      { name: text, bytes: Buffer.from(text, 'utf8') },
      { name: `${text} (UTF-16)`, bytes: Buffer.from(text, 'utf16le') },
    ]),
  );
