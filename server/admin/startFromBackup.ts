import { chown, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { type Cluster, clusterOf, shareCluster, stopShared } from '../db/cluster.ts';
import { CopyDamaged, copyListed } from '../db/fileCopies.ts';
import { dbOn, statement } from '../db/pool.ts';
import { onConnection } from '../db/roles.ts';
import { recoverySettings } from '../db/walArchive.ts';
import { makeFolder } from '../process/folders.ts';
import { databaseIn, type Manifest } from './backupManifest.ts';
import { CommandFailed } from './failure.ts';

/** The archive of the log with which PostgreSQL goes on from the backup. */
export interface Recovery {
  readonly archive: string;
  /** null: to the end of the archive. */
  readonly until: string | null;
}

const recovering = statement(
  'startFromBackup.recovering',
  'select pg_is_in_recovery() as "isRecovering"',
  v.object({ isRecovering: v.boolean() }),
);

/** Waits until PostgreSQL has replayed its log. It answers meanwhile, and ends if it cannot go on. */
async function recovered({ ownerUrlOf }: Cluster, lastLines: () => Promise<string>): Promise<void> {
  const isRecovering = () =>
    onConnection(ownerUrlOf('postgres'), async (client) => (await dbOn(client).one(recovering)).isRecovering);
  try {
    while (await isRecovering()) await wait(200);
  } catch {
    throw new CommandFailed(`PostgreSQL cannot go on from the backup: ${await lastLines()}`);
  }
}

/**
 * Copies the embedded database of a backup to a data folder, runs `work` on it there and stops it. The data folder must be new. Nothing is
 * written into an archive.
 */
export async function startFromBackup<T>(
  backup: string,
  { database }: Pick<Manifest, 'database'>,
  to: string,
  recovery: Recovery | null,
  work: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  await makeFolder(to, 0o755);
  const stored = await clusterOf(to);
  const { cluster: folder, account } = stored;
  await copyListed(databaseIn(backup), folder, database, account).catch((error: unknown) => {
    if (error instanceof CopyDamaged) throw new CommandFailed(`The backup cannot be used: ${error.message}`);
    throw error;
  });
  if (recovery !== null) {
    const signal = join(folder, 'recovery.signal');
    await writeFile(signal, '', { mode: 0o600 });
    if (account !== null) await chown(signal, account.uid, account.gid);
  }
  try {
    const settings = recovery === null ? [] : recoverySettings(recovery.archive, recovery.until);
    const cluster = await shareCluster(to, settings);
    await recovered(cluster, () => stored.lastLines());
    return await work(cluster);
  } finally {
    await stopShared(to);
  }
}

/** Removes a data folder that `startFromBackup` has filled. */
export async function removeStarted(folder: string): Promise<void> {
  const { folders } = await clusterOf(folder);
  for (const each of folders) await rm(each, { recursive: true, force: true });
}
