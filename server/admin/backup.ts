import { randomBytes } from 'node:crypto';
import { copyFile, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { anchorsFolder, openAnchors } from '../audit/anchors.ts';
import { type AuditKeys, keyFile } from '../audit/keys.ts';
import { copyRunningCluster } from '../db/baseBackup.ts';
import { clusterOf, shareCluster } from '../db/cluster.ts';
import { type CopiedFolder, copyFolder, renameOnDisk } from '../db/fileCopies.ts';
import { type Db, dbOn } from '../db/pool.ts';
import { backupMarker } from '../metrics/machine.ts';
import { errorCode } from '../process/errorCode.ts';
import { makeFolder } from '../process/folders.ts';
import type { Config } from '../start/config.ts';
import {
  countContents,
  databaseIn,
  isThere,
  type Manifest,
  nowOf,
  postgresOf,
  writeManifest,
} from './backupManifest.ts';
import { command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { checkByPostgres, copyOwnDatabase } from './ownDatabase.ts';
import { argument, flag } from './parameters.ts';
import { checkAnchors } from '../audit/checkAnchors.ts';
import { findingText } from '../audit/checkChain.ts';
import { onConnection } from '../db/roles.ts';
import { removeStarted, startFromBackup } from './startFromBackup.ts';
import { counted } from './text.ts';

/** Throws unless a database that was started from the backup holds what the running one held, and the audit as it was anchored. */
async function checkBackup(backup: string, manifest: Manifest, keys: AuditKeys): Promise<void> {
  const to = `${backup}.check`;
  try {
    await startFromBackup(backup, manifest, to, null, ({ ownerUrlOf }) =>
      onConnection(ownerUrlOf('vestibule'), async (client) => {
        const db = dbOn(client);
        const { contents: live } = manifest;
        const found = await db.one(countContents);
        if (found.lastMigration !== live.lastMigration || found.auditRows < live.auditRows)
          throw new CommandFailed(
            `The backup does not hold what the database held: ${found.auditRows} of ${live.auditRows} rows of the audit log, migrations up to ${found.lastMigration}.`,
          );
        const anchors = await openAnchors(anchorsFolder(backup));
        const { findings } = await checkAnchors(db, keys, anchors.lines());
        const [finding] = findings;
        if (finding !== undefined) throw new CommandFailed(`The audit log in the backup: ${findingText(finding)}`);
      }),
    );
  } finally {
    await removeStarted(to);
  }
}

const note =
  'A backup of Vestibule. It holds in clear what patients entrusted to the facility: keep it as safe as the server. To restore it: npm run admin -- restore FOLDER';

const nothing: CopiedFolder = { folders: [], files: [] };
/** What is copied while everything that it sees is still going to be in the copy of the database. */
async function copyBeside(config: Config, folder: string, db: Db) {
  const from = anchorsFolder(config.dataDir);
  return {
    anchors: (await isThere(from)) ? await copyFolder(from, anchorsFolder(folder)) : nothing,
    contents: await db.one(countContents),
    endedAt: await nowOf(db),
  };
}

/** Copies the key of the audit log that is a file of the data folder. A SERVER_KEY is never written down. */
async function copyAuditKey(config: Config, folder: string): Promise<boolean> {
  if (!(await isThere(keyFile(config.dataDir)))) return false;
  await copyFile(keyFile(config.dataDir), keyFile(folder));
  return true;
}

async function backUp(config: Config, folder: string, db: Db, keys: AuditKeys): Promise<Manifest> {
  const beganAt = await nowOf(db);
  const postgres = await postgresOf(db);
  const beside = (within: Db) => copyBeside(config, folder, within);
  const { copied, atEnd } =
    config.databaseUrl === null
      ? await copyRunningCluster(
          (await shareCluster(config.dataDir, [], config.walArchive)).ownerUrlOf('vestibule'),
          (await clusterOf(config.dataDir)).cluster,
          databaseIn(folder),
          beside,
        )
      : { copied: nothing, atEnd: await copyOwnDatabase(config, databaseIn(folder), beside) };
  return {
    format: 1,
    note,
    kind: config.databaseUrl === null ? 'embedded' : 'own',
    beganAt,
    postgres,
    keyMark: keys.current.mark.toString('hex'),
    holdsAuditKey: await copyAuditKey(config, folder),
    isChecked: false,
    database: copied,
    ...atEnd,
  };
}

/** Makes a backup under another name and renames it at the end, so that a folder of the wanted name is always whole. */
async function makeBackup(config: Config, folder: string, wantsCheck: boolean, db: Db, keys: AuditKeys) {
  const unfinished = `${folder}.unfinished-${randomBytes(4).toString('hex')}`;
  await mkdir(unfinished, { mode: 0o700 }).catch((error: unknown) => {
    const [parent, user] = [dirname(folder), userInfo().username];
    throw new CommandFailed(
      `${parent} cannot be written (${errorCode(error)}). As root: install -d -m 700 -o ${user} ${parent}`,
    );
  });
  try {
    const made = await backUp(config, unfinished, db, keys);
    if (wantsCheck)
      await (made.kind === 'embedded' ? checkBackup(unfinished, made, keys) : checkByPostgres(config, unfinished));
    const manifest = { ...made, isChecked: wantsCheck };
    await writeManifest(unfinished, manifest);
    await renameOnDisk(unfinished, folder);
    return manifest;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Notes for `doctor` and `/metrics` that there is a backup. Gives what to say where that cannot be written: the backup is whole all the same. */
async function noteBackup({ dataDir }: Config): Promise<string[]> {
  const marker = join(dataDir, backupMarker);
  try {
    await makeFolder(dataDir, 0o700);
    await writeFile(marker, '');
    return [];
  } catch (error) {
    return [
      `${resolve(marker)} cannot be written (${errorCode(error)}), so "doctor" and the metrics do not know of this backup.`,
    ];
  }
}

const report = (folder: string, { endedAt, contents, keyMark, holdsAuditKey, isChecked }: Manifest): string[] => [
  `${folder} has everything that was confirmed before ${endedAt}: ${counted(contents.patients, 'patient')}, ${counted(contents.users, 'account')}, ${counted(contents.messages, 'message')}, ${counted(contents.questionnaires, 'questionnaire')}, ${counted(contents.auditRows, 'row')} of the audit log.`,
  isChecked ? 'It was checked.' : 'It was not checked.',
  ...(contents.filesElsewhere === 0
    ? []
    : [
        `${counted(contents.filesElsewhere, 'file is', 'files are')} in the store of FILES_URL and not in it: keep what is deleted there as long as you keep backups.`,
      ]),
  holdsAuditKey
    ? 'It holds audit.key, which seals the audit log: whoever has it could write that log anew.'
    : `A restore needs the SERVER_KEY with the mark ${keyMark}, which is not in it.`,
  'It is in clear: encrypt it before it leaves this machine (server/docs/run.md, Backups).',
];

export const backupCommand = command({
  name: 'backup',
  does: 'Copies the database and what a restore needs beside it into a new folder, while the servers go on working.',
  more: `The folder gets database, audit-anchors, audit.key if there is one, and manifest.json with times, counts and checksums. Mails and text
messages that are files in DATA_DIR/outbox are not in it. An embedded database is then started from a copy of the backup, counted and compared
with the audit's anchors; your own is copied by pg_basebackup and checked by pg_verifybackup.`,
  page: 'run.md',
  parameters: {
    folder: argument('FOLDER', 'the name of a folder that does not exist yet.'),
    noCheck: flag('leaves the check out, which needs as much space again for a while'),
  },
  run: async ({ folder: given, noCheck }, io) => {
    const config = io.config();
    const folder = resolve(given);
    if ((await lstat(folder).catch(() => null)) !== null) throw new CommandFailed(`${folder} exists already.`);
    if (config.databaseUrl === null && !(await clusterOf(config.dataDir)).isMade)
      throw new CommandFailed(`There is no database in ${resolve(config.dataDir)} yet.`);
    const manifest = await io.database((pool, { keys }) => makeBackup(config, folder, !noCheck, pool.db, keys));
    return [...report(folder, manifest), ...(await noteBackup(config))];
  },
});
