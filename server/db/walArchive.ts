import { chown, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Owner } from './fileCopies.ts';
import { type Db, statement } from './pool.ts';

/** A path inside a command that PostgreSQL gives to the shell, in which `%` has a meaning to PostgreSQL. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/**
 * PostgreSQL's settings to copy its log into a folder, at least each minute in which something was written. A file that is there already
 * with another content belongs to another database: it is never replaced.
 */
export function archiveSettings(folder: string | null): readonly string[] {
  if (folder === null) return [];
  const kept = `f=${quoted(folder)}/%f.gz`;
  const isOurs = '{ test ! -e "$f" || gunzip -c "$f" | cmp -s - "%p"; }';
  // The folder as well, or a power cut may take the new name back after PostgreSQL has removed its own file.
  const copy = `gzip -1 < "%p" > "$f.part" && sync "$f.part" && mv -f "$f.part" "$f" && sync ${quoted(folder)}`;
  return ['archive_mode=on', 'archive_timeout=60', `archive_command=${kept}; ${isOurs} && ${copy}`];
}

/** PostgreSQL's settings to go on from a backup with the log of a folder, up to an instant or to the end of what is there. */
export const recoverySettings = (folder: string, until: string | null): readonly string[] => [
  'archive_mode=off',
  `restore_command=gunzip -c ${quoted(folder)}/%f.gz > "%p"`,
  'recovery_target_action=promote',
  // PostgreSQL does not know the zone "Z" before it has read its own files.
  ...(until === null ? [] : [`recovery_target_time=${until.replace('Z', '+00')}`]),
];

const currentFile = statement(
  'walArchive.currentFile',
  'select pg_walfile_name(pg_current_wal_lsn()) as "currentFile"',
  v.object({ currentFile: v.string() }),
);
/** The file of the log that is written to. PostgreSQL makes the next ones ahead. */
export const currentLogFile = async (db: Db): Promise<string> => (await db.one(currentFile)).currentFile;

/**
 * Marks what a stopped cluster wrote of its log since its recovery, before the file that it still wrote to, to be archived. It was kept back, because a restore that is only a
 * trial must not add a timeline to the archive: the next restore would follow it.
 */
export async function archiveAtNextStart(cluster: string, owner: Owner, current: string): Promise<void> {
  const log = join(cluster, 'pg_wal');
  const names = await readdir(log);
  const history = names
    .filter((name) => /^[0-9A-F]{8}\.history$/.test(name))
    .sort()
    .at(-1);
  if (history === undefined) return;
  const isWhole = (name: string): boolean =>
    /^[0-9A-F]{24}$/.test(name) && name.slice(0, 8) === history.slice(0, 8) && name < current;
  for (const name of [history, ...names.filter(isWhole)]) {
    const mark = join(log, 'archive_status', `${name}.ready`);
    await writeFile(mark, '', { mode: 0o600 });
    if (owner !== null) await chown(mark, owner.uid, owner.gid);
  }
}
