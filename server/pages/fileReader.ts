import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';

interface File {
  readonly content: Buffer;
  readonly etag: string;
  readonly changed: number;
}

/** Reads files from the first of the given folders that has them. A file that changed on disk is read again. */
export class FileReader {
  private readonly known = new Map<string, File>();
  private readonly folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  async read(path: string): Promise<File | null> {
    const relative = normalize(path);
    if (
      relative.split(sep).some((part) => part === '..' || (part.startsWith('.') && part !== '')) ||
      relative.includes('\0')
    )
      return null;
    for (const folder of this.folders) {
      const at = join(folder, relative);
      const found = await stat(at).catch(() => null);
      if (found === null || !found.isFile()) continue;
      const known = this.known.get(at);
      if (known !== undefined && known.changed === found.mtimeMs) return known;
      const content = await readFile(at).catch(() => null);
      if (content === null) continue;
      const file = {
        content,
        etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`,
        changed: found.mtimeMs,
      };
      this.known.set(at, file);
      return file;
    }
    return null;
  }
}
