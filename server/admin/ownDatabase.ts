import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { writableHost } from '../db/hosts.ts';
import { type Db, dbOn, statement } from '../db/pool.ts';
import { onConnection } from '../db/roles.ts';
import type { Config } from '../start/config.ts';
import { databaseIn } from './backupManifest.ts';
import { CommandFailed, reasonOf } from './failure.ts';

const run = promisify(execFile);

const server = statement(
  'ownDatabase.server',
  `select current_setting('server_version_num')::int / 10000 as major, r.rolname::text as role, r.rolreplication or r.rolsuper as "mayCopy"
   from pg_roles r where r.rolname = current_user`,
  v.object({ major: v.number(), role: v.string(), mayCopy: v.boolean() }),
);

const instead =
  'Or back up with the tools of your database (pgBackRest, Barman, pg_dump), and keep DATA_DIR/audit-anchors and SERVER_KEY beside it.';

/** A program of PostgreSQL in the version of the facility's server. */
export async function programOf(name: string, major: number): Promise<string> {
  const folders = [
    `/usr/lib/postgresql/${major}/bin`,
    `/usr/pgsql-${major}/bin`,
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  for (const folder of folders) {
    const path = join(folder, name);
    const answer = await access(path)
      .then(() => run(path, ['--version']))
      .catch(() => null);
    if (answer?.stdout.includes(` ${major}.`) === true) return path;
  }
  throw new CommandFailed(
    `There is no ${name} of PostgreSQL ${major} on this machine: install PostgreSQL's client programs, or run this where they are. ${instead}`,
  );
}

const ownerUrl = ({ databaseOwnerUrl, databaseUrl }: Config): string => databaseOwnerUrl ?? databaseUrl ?? '';
const serverOf = (config: Config) => onConnection(ownerUrl(config), (client) => dbOn(client).one(server));

/** Copies the facility's own database, the whole cluster, by pg_basebackup. What `atBegin` sees is in the copy. */
export async function copyOwnDatabase<T>(config: Config, to: string, atBegin: (db: Db) => Promise<T>): Promise<T> {
  const { major, role, mayCopy } = await serverOf(config);
  const setting = config.databaseOwnerUrl === null ? 'DATABASE_URL' : 'DATABASE_OWNER_URL';
  if (!mayCopy)
    throw new CommandFailed(
      `The role ${role} of ${setting} may not copy the database: run "alter role ${role} replication" and allow "replication" in pg_hba.conf. ${instead}`,
    );
  const seen = await onConnection(ownerUrl(config), (client) => atBegin(dbOn(client)));
  // Of several hosts, pg_basebackup would take the first that answers, which may be a standby that is behind.
  const url = await writableHost(ownerUrl(config));
  const [, secret] = /^\w+:\/\/[^:@/]*:([^@/]*)@/.exec(url) ?? [];
  // Everybody on the machine can see the arguments of a command, so the password is not among them.
  const address = url.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1@');
  const password = secret === undefined ? {} : { PGPASSWORD: decodeURIComponent(secret) };
  await run(
    await programOf('pg_basebackup', major),
    [
      `--pgdata=${to}`,
      `--dbname=${address}`,
      '--wal-method=stream',
      '--checkpoint=fast',
      '--manifest-checksums=SHA256',
      '--no-password',
    ],
    { env: { ...process.env, ...password } },
  ).catch((error: unknown) => {
    throw new CommandFailed(`pg_basebackup fails: ${said(error)} ${instead}`);
  });
  return seen;
}

const said = (error: unknown): string =>
  (error instanceof Error && 'stderr' in error ? String(error.stderr) : reasonOf(error)).trim().split('\n').join(' ');

/** Checks every file and the log of a copy that `copyOwnDatabase` made. */
export async function checkByPostgres(config: Config, backup: string): Promise<void> {
  const { major } = await serverOf(config);
  await run(await programOf('pg_verifybackup', major), [databaseIn(backup)]).catch((error: unknown) => {
    throw new CommandFailed(`The backup cannot be used: ${said(error)}`);
  });
}
