import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Where one of these texts stands in a folder of files, in UTF-8 or UTF-16: `file: text`. Files that vanish meanwhile are passed over. */
export async function findInFiles(folder: string, texts: readonly string[]): Promise<string[]> {
  const patterns = texts.flatMap((text) => [
    { text, bytes: Buffer.from(text, 'utf8') },
    { text: `${text} (UTF-16)`, bytes: Buffer.from(text, 'utf16le') },
  ]);
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path).catch(() => null);
    if (content === null) continue;
    for (const { text, bytes } of patterns)
      if (content.includes(bytes)) found.push(`${path.slice(folder.length + 1)}: ${text}`);
  }
  return found;
}
