import { createHash } from 'node:crypto';
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { makeFolder } from '../process/folders.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

export const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt']);

type Encoding = 'br' | 'gzip' | 'identity';

export const chooseEncoding = (accepts: string, extension: string): Encoding => {
  if (!compressible.has(extension)) return 'identity';
  return /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : 'identity';
};

/** Compressed contents of the built files, by the hash of the content: limited in memory, and stored on disk for the next start. */
export class CompressedFiles {
  private readonly memory = new Map<string, Uint8Array<ArrayBuffer>>();
  private size = 0;
  private readonly most = 24_000_000;
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  keyOf(content: Buffer, encoding: Encoding): string {
    return `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${encoding}`;
  }

  /** Deletes the files of earlier builds. */
  async keepOnly(keys: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => []))
      if (!keys.has(name)) await rm(join(this.folder, name), { force: true });
  }

  async get(content: Buffer, encoding: Encoding, thorough: boolean): Promise<Uint8Array<ArrayBuffer>> {
    if (encoding === 'identity') return new Uint8Array(content);
    const key = this.keyOf(content, encoding);
    const known = this.memory.get(key);
    if (known !== undefined) return known;
    const file = join(this.folder, key);
    const onDisk = await readFile(file).catch(() => null);
    if (onDisk !== null) return this.remember(key, onDisk);
    const made =
      encoding === 'br'
        ? await brotli(content, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: thorough ? 11 : 5,
              [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
            },
          })
        : await gzipped(content, { level: thorough ? 9 : 6 });
    if (!thorough) return new Uint8Array(made);
    await makeFolder(this.folder, 0o755)
      .then(() => writeFile(`${file}.${process.pid}`, made))
      .then(() => rename(`${file}.${process.pid}`, file))
      .catch(() => undefined);
    return this.remember(key, made);
  }

  private remember(key: string, made: Buffer): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(made);
    this.memory.set(key, bytes);
    this.size += bytes.byteLength;
    for (const [oldest, old] of this.memory) {
      if (this.size <= this.most) break;
      this.memory.delete(oldest);
      this.size -= old.byteLength;
    }
    return bytes;
  }
}
