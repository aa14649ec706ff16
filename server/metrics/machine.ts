import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that may still be written where a folder is; null: there is no such folder. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}

/** Whatever makes backups touches this file in `DATA_DIR` when one is done and safe. */
export const backupMarker = 'last-backup';

/** Seconds since the last backup that was noted; null: none was. */
export async function backupAgeSeconds(dataDir: string): Promise<number | null> {
  const found = await stat(join(dataDir, backupMarker)).catch(() => null);
  return found === null ? null : (Date.now() - found.mtimeMs) / 1000;
}
