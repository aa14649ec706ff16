import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Anchors, anchorsFolder, openAnchors } from '../audit/anchors.ts';
import { checkAnchors } from '../audit/checkAnchors.ts';
import { findingText } from '../audit/checkChain.ts';
import { type AuditKeys, auditKeysOf, keyFile } from '../audit/keys.ts';
import { lostText, noteRestore } from '../audit/restores.ts';
import { clusterOf } from '../db/cluster.ts';
import { copyListed, renameOnDisk } from '../db/fileCopies.ts';
import { type Access, openPool } from '../db/pool.ts';
import { archiveAtNextStart, currentLogFile } from '../db/walArchive.ts';
import type { Config } from '../start/config.ts';
import { databaseIn, isThere, type Manifest, readManifest } from './backupManifest.ts';
import { actor, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { argument, flag, option } from './parameters.ts';
import { programOf } from './ownDatabase.ts';
import { instant } from './readers.ts';
import { removeStarted, startFromBackup } from './startFromBackup.ts';

/** The key under which the backup's audit log is sealed, from the settings or a file, without making one. */
async function keysOf(config: Config, backup: string, { keyMark }: Manifest): Promise<AuditKeys> {
  const folder = (await isThere(keyFile(config.dataDir))) ? config.dataDir : backup;
  if (config.serverKey === '' && !(await isThere(keyFile(folder))))
    throw new CommandFailed(`Set SERVER_KEY to the one of this backup: its mark is ${keyMark}.`);
  const keys = await auditKeysOf({ ...config, dataDir: folder });
  if (keys.current.mark.toString('hex') === keyMark) return keys;
  throw new CommandFailed(
    `${config.serverKey === '' ? keyFile(folder) : 'SERVER_KEY'} is not the key of this backup, whose mark is ${keyMark}.`,
  );
}

/** Notes the restore in the audit log and gives lines that say what the anchors know to be lost. */
async function note(
  { db, tx }: Access,
  keys: AuditKeys,
  anchors: Anchors,
  { endedAt }: Manifest,
  latest: string,
): Promise<readonly string[]> {
  const restoredTo = await tx((within) => noteRestore(within, actor, endedAt, latest));
  const { findings, lost } = await checkAnchors(db, keys, anchors.lines());
  return [
    `The database is as it was on ${restoredTo}, and its audit log says that it was restored.`,
    ...(lost.length === 0 ? ['The anchors of the audit log know of nothing that is lost.'] : lost.map(lostText)),
    ...findings.map((finding) => `The audit log is not as it was anchored: ${findingText(finding)}`),
    'What waited to be sent at that time is sent when a server starts, also if it was sent since.',
  ];
}

async function restoreEmbedded(
  config: Config,
  backup: string,
  manifest: Manifest,
  until: string | null,
): Promise<readonly string[]> {
  const dataDir = resolve(config.dataDir);
  const target = await clusterOf(dataDir);
  if (target.isMade)
    throw new CommandFailed(`There is a database in ${dataDir} already: set DATA_DIR to a folder without one.`);
  const keys = await keysOf(config, backup, manifest);
  const to = join(dataDir, `restoring-${randomBytes(4).toString('hex')}`);
  const recovery = config.walArchive === null ? null : { archive: config.walArchive, until };
  try {
    const { lines, current } = await startFromBackup(backup, manifest, to, recovery, async ({ ownerUrlOf }) => {
      // Anchors that are here already are younger than those of the backup and know what is lost.
      if (!(await isThere(anchorsFolder(dataDir))))
        await copyListed(anchorsFolder(backup), anchorsFolder(dataDir), manifest.anchors, null);
      const pool = openPool(ownerUrlOf('vestibule'), 1, () => undefined, keys.current);
      try {
        const anchors = await openAnchors(anchorsFolder(dataDir));
        const lines = await note(pool, keys, anchors, manifest, new Date().toISOString());
        return { lines, current: await currentLogFile(pool.db) };
      } finally {
        await pool.end();
      }
    });
    if (manifest.holdsAuditKey && !(await isThere(keyFile(dataDir)))) await copyFile(keyFile(backup), keyFile(dataDir));
    const { cluster, account } = await clusterOf(to);
    if (recovery !== null) await archiveAtNextStart(cluster, account, current);
    await renameOnDisk(cluster, target.cluster);
    return [...lines, `It is in ${dataDir}: start the server.`];
  } finally {
    await removeStarted(to);
  }
}

/** The steps for a database that this command cannot reach into. */
const stepsFor = (backup: string, until: string | null, verify: string): readonly string[] => [
  'Your own PostgreSQL is restored by hand:',
  '1. Stop all servers of Vestibule, then PostgreSQL, and move its data folder (DATA below) away.',
  `2. ${verify} ${databaseIn(backup)}`,
  `3. cp -a ${databaseIn(backup)} DATA && chown -R postgres: DATA && chmod 700 DATA`,
  ...(until === null
    ? []
    : [
        `4. With your archive of its log: touch DATA/recovery.signal, and in postgresql.conf restore_command, recovery_target_time = '${until.replace('Z', '+00')}' and recovery_target_action = 'promote'.`,
      ]),
  `${until === null ? 4 : 5}. Start PostgreSQL and wait until "select pg_is_in_recovery()" says f.`,
  `${until === null ? 5 : 6}. Keep DATA_DIR/audit-anchors. If it is lost: cp -a ${anchorsFolder(backup)} DATA_DIR`,
  `${until === null ? 6 : 7}. Before any server starts: npm run admin -- restore ${backup} --done`,
];

export const restoreCommand = command({
  name: 'restore',
  does: 'Makes the database of a backup in a DATA_DIR that has none, and notes in the audit log that it was restored. For a database of your own it says the steps.',
  more: `With WAL_ARCHIVE the database goes on from the backup to the end of that archive, or to the time of --until. The server and this command must have
the same SERVER_KEY as when the backup was made. An audit-anchors folder that is in DATA_DIR is kept: it tells what is lost.`,
  page: 'run.md',
  parameters: {
    folder: argument('FOLDER', 'the folder of a backup.'),
    until: option('TIME', 'the last instant to restore, with its zone: 2026-11-30T14:05:00Z', instant),
    done: flag('with DATABASE_URL: the steps were done, and no server has started since'),
  },
  run: async ({ folder, until, done }, io) => {
    const config = io.config();
    const backup = resolve(folder);
    const manifest = await readManifest(backup);
    const isOwn = config.databaseUrl !== null;
    if (done && !isOwn) throw new NotUnderstood('--done is for a database of your own, with DATABASE_URL.');
    if (isOwn !== (manifest.kind === 'own'))
      throw new CommandFailed(
        isOwn
          ? 'This backup is of an embedded database: unset DATABASE_URL and give a new DATA_DIR.'
          : 'This backup is of a database of your own: set DATABASE_URL.',
      );
    if (until !== null && Date.parse(until) < Date.parse(manifest.endedAt))
      throw new CommandFailed(`The backup ends on ${manifest.endedAt}: for an earlier time take an older one.`);
    if (!isOwn && until !== null && config.walArchive === null)
      throw new CommandFailed('--until needs the folder of the log: set WAL_ARCHIVE.');
    if (!isOwn) return restoreEmbedded(config, backup, manifest, until);
    if (!done) {
      // Debian does not have it among the programs that a shell finds.
      const verify = programOf('pg_verifybackup', Number.parseInt(manifest.postgres, 10));
      return stepsFor(backup, until, await verify.catch(() => 'pg_verifybackup'));
    }
    return io.database(async (pool, log) =>
      note(pool, log.keys, await log.anchors(), manifest, until ?? new Date().toISOString()),
    );
  },
});
