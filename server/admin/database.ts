import type { Config } from '../start/config.ts';
import { type Anchors, anchorsFolder, openAnchors } from '../audit/anchors.ts';
import { type AuditKeys, auditKeysOf } from '../audit/keys.ts';
import { markInUse } from '../audit/seals.ts';
import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { clusterOf, onCluster } from '../db/cluster.ts';
import { compare, countBaseline } from '../db/migrate.ts';
import { hasPooler } from '../db/pooler.ts';
import { type Db, isUnavailable, openPool, type Pool, statement } from '../db/pool.ts';
import { migrations } from '../db/schema.ts';
import { objectsOf } from '../files/objects.ts';
import { CommandFailed } from './failure.ts';
import { errorCode } from '../process/errorCode.ts';
import { exists } from '../process/folders.ts';

const isSetUp = statement(
  'admin.isSetUp',
  "select to_regclass('audit_keys') is not null as done",
  v.object({ done: v.boolean() }),
);

const ran = statement(
  'admin.migrations',
  'select name, checksum, needs from schema_migrations order by name',
  v.object({ name: v.string(), checksum: v.string(), needs: v.nullable(v.string()) }),
);
/** Compares the migrations of this version with those that a database has run. Throws `MigrationRefused` where it is too old for them. */
export const compareMigrations = async (db: Db): Promise<ReturnType<typeof compare>> =>
  compare(migrations, countBaseline(migrations, await db.many(ran)));

/** A table, column or function is missing. */
const isMissing = (error: unknown): boolean => /^42(P01|703|883)$/.test(errorCode(error));

export type DatabaseConfig = Pick<
  Config,
  'databaseUrl' | 'dataDir' | 'walArchive' | 'serverKey' | 'serverKeysBefore' | 'files'
>;

export interface AuditLog {
  readonly keys: AuditKeys;
  anchors(): Promise<Anchors>;
}

/** Whether a folder is there and this user may not look into it. */
const isLockedAway = (folder: string): Promise<boolean> =>
  access(folder, constants.R_OK | constants.X_OK).then(
    () => false,
    (error: unknown) => errorCode(error) === 'EACCES',
  );

const isEmpty = (what: string): CommandFailed =>
  new CommandFailed(`There is nothing in ${what} yet: start the server once with npm start.`);

/** Runs `work` on the facility's database: that of `DATABASE_URL`, or the embedded one of `DATA_DIR`, started meanwhile if needed. */
export async function withDatabase<T>(
  config: DatabaseConfig,
  work: (pool: Pool, log: AuditLog) => Promise<T>,
): Promise<T> {
  if (config.databaseUrl !== null) return onUrl(config.databaseUrl, config, work, 'the database of DATABASE_URL');
  const folder = resolve(config.dataDir);
  if (await isLockedAway(folder))
    throw new CommandFailed(`This user may not read ${folder}: run the command as the user of the server.`);
  // A command would otherwise make a database wherever DATA_DIR leads by mistake, and no backup could be restored there any more.
  if (!(await exists(folder)) || !(await clusterOf(folder)).isMade) throw isEmpty(`the database in ${folder}`);
  // What a command writes is archived as well: an archive with a gap would be of no use after it.
  return onCluster(folder, config.walArchive, (cluster) =>
    onUrl(cluster.urlOf('vestibule'), config, work, `the database in ${folder}`),
  );
}

async function onUrl<T>(
  url: string,
  config: DatabaseConfig,
  work: (pool: Pool, log: AuditLog) => Promise<T>,
  what: string,
): Promise<T> {
  const keys = await auditKeysOf(config);
  const isPooled = config.databaseUrl !== null && (await hasPooler(url).catch(() => false));
  const pool = openPool(url, 2, () => undefined, keys.current, isPooled, objectsOf(config));
  try {
    const { done } = await pool.db.one(isSetUp).catch((error: unknown) => {
      if (errorCode(error) === '3D000') return { done: false };
      if (isUnavailable(error) || errorCode(error).startsWith('28'))
        throw new CommandFailed(`Cannot reach ${what}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    });
    if (!done) throw isEmpty(what);
    const mark = await markInUse(pool.db);
    if (mark !== null && !mark.equals(keys.current.mark))
      throw new CommandFailed(`SERVER_KEY is not the one that the servers on ${what} have: set the same for commands.`);
    return await work(pool, { keys, anchors: () => openAnchors(anchorsFolder(config.dataDir)) }).catch(
      async (error: unknown) => {
        if (isMissing(error) && (await compareMigrations(pool.db)).pending.length > 0)
          throw new CommandFailed(
            `Migrations of this version have not run on ${what}: start a server of this version first.`,
          );
        throw error;
      },
    );
  } finally {
    await pool.end();
  }
}
