import { createHash } from 'node:crypto';
import { type FileHandle, chmod, chown, mkdir, open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { errorCode } from '../process/errorCode.ts';

export const CopiedFile = v.object({ path: v.string(), bytes: v.number(), sha256: v.string() });
export type CopiedFile = v.InferOutput<typeof CopiedFile>;

/** What lies below a folder. Folders are listed because PostgreSQL needs its empty ones, which many tools leave behind. */
export const CopiedFolder = v.object({ folders: v.array(v.string()), files: v.array(CopiedFile) });
export type CopiedFolder = v.InferOutput<typeof CopiedFolder>;

/** Whom copies belong to; null: this process's own user. */
export type Owner = Readonly<{ uid: number; gid: number }> | null;

const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

async function give(path: string, mode: number, owner: Owner): Promise<void> {
  await chmod(path, mode);
  if (owner !== null) await chown(path, owner.uid, owner.gid);
}

async function copyContent(source: FileHandle, target: FileHandle): Promise<Omit<CopiedFile, 'path'>> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(1_048_576);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) break;
    const part = buffer.subarray(0, bytesRead);
    hash.update(part);
    await target.appendFile(part);
    bytes += bytesRead;
  }
  await target.sync();
  return { bytes, sha256: hash.digest('hex') };
}

/** Copies one file to the disk; null if it is gone. The copy must not exist yet. */
export async function copyFile(
  from: string,
  to: string,
  path: string,
  owner: Owner = null,
): Promise<CopiedFile | null> {
  const source = await open(join(from, path), 'r').catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  if (source === null) return null;
  try {
    const target = await open(join(to, path), 'wx', 0o600);
    try {
      const copied = await copyContent(source, target);
      await give(join(to, path), 0o600, owner);
      return { path, ...copied };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Makes a folder that only its owner may read, inside a folder that exists. */
async function makePrivateFolder(path: string, owner: Owner = null): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  await give(path, 0o700, owner);
}

/** Copies a folder in which files may come and go meanwhile. `skip` gets paths below it, with `/`. */
export async function copyFolder(
  from: string,
  to: string,
  skip: (path: string) => boolean = () => false,
): Promise<CopiedFolder> {
  const copied: CopiedFolder = { folders: [], files: [] };
  const copyBelow = async (below: string): Promise<void> => {
    const entries = await readdir(join(from, below), { withFileTypes: true }).catch((error: unknown) => {
      if (isGone(error) && below !== '') return [];
      throw error;
    });
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (skip(path)) continue;
      if (entry.isDirectory()) {
        await makePrivateFolder(join(to, path));
        copied.folders.push(path);
        await copyBelow(path);
      } else if (entry.isFile()) {
        const file = await copyFile(from, to, path);
        if (file !== null) copied.files.push(file);
      } else throw new Error(`${join(from, path)} is neither a file nor a folder.`);
    }
  };
  await makePrivateFolder(to);
  await copyBelow('');
  return copied;
}

async function syncOne(path: string): Promise<void> {
  let opened: FileHandle | null = null;
  try {
    opened = await open(path, 'r');
    await opened.sync();
  } catch (error) {
    // Some file systems, such as a share of Windows, write no folder through, and some folders may be written and not read.
    if (!['EINVAL', 'EBADF', 'ENOTSUP', 'EACCES'].includes(errorCode(error))) throw error;
  } finally {
    await opened?.close();
  }
}

/** Renames a folder when all of it is on the disk, and its new name as well: a power cut takes neither back. */
export async function renameOnDisk(from: string, to: string): Promise<void> {
  // Windows cannot write folders through.
  const isSynced = process.platform !== 'win32';
  if (isSynced) for (const name of ['', ...(await readdir(from, { recursive: true }))]) await syncOne(join(from, name));
  await rename(from, to);
  if (isSynced) await syncOne(dirname(to));
}

/** A file of a backup is missing or is not what was copied. */
export class CopyDamaged extends Error {}

/** Copies what is listed and nothing else, and throws `CopyDamaged` at the first file that is not as listed. */
export async function copyListed(
  from: string,
  to: string,
  { folders, files }: CopiedFolder,
  owner: Owner,
): Promise<void> {
  await makePrivateFolder(to, owner);
  for (const folder of folders) await makePrivateFolder(join(to, folder), owner);
  for (const { path, bytes, sha256 } of files) {
    const copied = await copyFile(from, to, path, owner);
    if (copied === null) throw new CopyDamaged(`${join(from, path)} is missing.`);
    if (copied.bytes !== bytes || copied.sha256 !== sha256)
      throw new CopyDamaged(`${join(from, path)} is not what the backup was made with.`);
  }
}
