import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { type CopiedFile, type CopiedFolder, copyFile, copyFolder } from './fileCopies.ts';
import { type Db, dbOn, statement } from './pool.ts';
import { onConnection } from './roles.ts';

/** Folders whose content belongs to the running PostgreSQL alone; `pg_wal` is filled afterwards. */
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init[^/]*|backup_label(\.old)?|tablespace_map|(recovery|standby)\.signal)$/;
const controlFile = 'global/pg_control';

const stop = statement(
  'baseBackup.stop',
  'select pg_walfile_name(lsn) as "lastFile", labelfile as label from pg_backup_stop(false)',
  v.object({ lastFile: v.string(), label: v.string() }),
);
const slot = statement('baseBackup.slot', 'select pg_create_physical_replication_slot($name, true, true)');
const start = statement('baseBackup.start', 'select pg_backup_start($name, true)');

/** PostgreSQL rewrites this small file while it is read, so it is read until two copies are the same. */
async function copyControlFile(from: string, to: string): Promise<CopiedFile> {
  for (let tries = 100; tries > 0; tries -= 1) {
    const before = await readFile(join(from, controlFile));
    const copied = await copyFile(from, to, controlFile);
    if (copied !== null && before.equals(await readFile(join(to, controlFile)))) return copied;
    await rm(join(to, controlFile), { force: true });
  }
  throw new Error(`${controlFile} does not come to rest.`);
}

/** Copies the log from a backup's begin to its end, and the histories of timelines. */
async function copyLog(from: string, to: string, label: string, lastFile: string): Promise<CopiedFile[]> {
  const firstFile = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (firstFile === undefined) throw new Error('The label of the backup does not say where its log begins.');
  const isNeeded = (name: string): boolean =>
    /^[0-9A-F]{8}\.history$/.test(name) || (/^[0-9A-F]{24}$/.test(name) && name >= firstFile && name <= lastFile);
  const copied: CopiedFile[] = [];
  for (const name of (await readdir(join(from, 'pg_wal'))).filter(isNeeded).sort()) {
    const file = await copyFile(from, to, `pg_wal/${name}`);
    if (file !== null) copied.push(file);
  }
  return copied;
}

/**
 * Copies a cluster while it works, as PostgreSQL's manual says for a base backup of files: the embedded PostgreSQL comes without
 * `pg_basebackup`. `beforeEnd` runs on the same connection, and whatever it sees is in the copy. `ownerUrl` is a superuser's.
 */
export async function copyRunningCluster<T>(
  ownerUrl: string,
  from: string,
  to: string,
  beforeEnd: (db: Db) => Promise<T>,
): Promise<{ readonly copied: CopiedFolder; readonly atEnd: T }> {
  return onConnection(ownerUrl, async (client) => {
    const db = dbOn(client);
    const name = `backup_${randomBytes(6).toString('hex')}`;
    // The slot keeps PostgreSQL from recycling the log that the backup needs. It ends with the connection, and so does the backup.
    await db.run(slot, { name });
    await db.run(start, { name });
    const { folders, files } = await copyFolder(
      from,
      to,
      (path) => emptied.test(path) || leftOut.test(path) || path === controlFile,
    );
    const control = await copyControlFile(from, to);
    const atEnd = await beforeEnd(db);
    const { lastFile, label } = await db.one(stop);
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600, flush: true });
    const labelFile = {
      path: 'backup_label',
      bytes: Buffer.byteLength(label),
      sha256: createHash('sha256').update(label).digest('hex'),
    };
    const log = await copyLog(from, to, label, lastFile);
    return { copied: { folders, files: [...files, control, labelFile, ...log] }, atEnd };
  });
}
