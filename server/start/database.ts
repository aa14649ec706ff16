import type pg from 'pg';
import type { Logger } from 'pino';
import { type Anchors, anchorsFolder, openAnchors } from '../audit/anchors.ts';
import { type AuditKeys, auditKeysOf } from '../audit/keys.ts';
import { markInUse, takeKeyIntoUse } from '../audit/seals.ts';
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts';
import { MigrationRefused, migrate } from '../db/migrate.ts';
import { type Pool, dbOn, isUnavailable, openPool } from '../db/pool.ts';
import { hasPooler, preparePooled } from '../db/pooler.ts';
import { hasObjects, objectsOf } from '../files/objects.ts';
import { grantServerRole, mayAlterLog, mayRead, roleOf } from '../db/roles.ts';
import type { Config } from './config.ts';
import { StartRefused } from '../process/startRefused.ts';

export interface DatabaseOptions {
  readonly config: Config;
  readonly log: Logger;
  /** One line for the person who starts the server. */
  readonly say: (line: string) => void;
  /** The server has lost its database folder and must end. */
  readonly onLost: (line: string) => void;
  /** Fills an empty database, under the lock of the migrations. */
  readonly seed: (client: pg.Client) => Promise<void>;
}

/** The database of a starting server: migrated, filled, and open as the server's role. */
export interface OpenDatabase {
  /** Its address, as the server's role. */
  readonly url: string;
  /** Whether a pooler is before it. */
  readonly isPooled: boolean;
  readonly pool: Pool;
  readonly keys: AuditKeys;
  readonly anchors: Anchors;
  /** Process id of the embedded PostgreSQL, or null if the facility has its own database. */
  readonly pid: () => number | null;
  stop(): Promise<void>;
}

async function reachable<T>(setting: string, url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrationRefused) throw new StartRefused(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    // Only host and name. The address of a socket has no host and is not a valid URL in JavaScript.
    const database = url.replace(/^\w+:\/\/(?:.*@)?/, '').replace(/\?.*$/, '');
    if (isUnavailable(error))
      throw new StartRefused(
        `The database of ${setting} (${database}) cannot be reached: ${error instanceof Error && error.message !== '' ? error.message : code}.`,
      );
    if (/^(ERR_SSL|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
      throw new StartRefused(
        `The database of ${setting} (${database}) cannot be reached by TLS: ${error instanceof Error ? error.message : code}.`,
      );
    if (code === 'EACCES')
      throw new StartRefused(
        `A file that ${setting} names cannot be read: ${error instanceof Error ? error.message : code}.`,
      );
    if (/^(28|3D|42501)/.test(code))
      throw new StartRefused(
        `The database of ${setting} (${database}) refuses: ${error instanceof Error ? error.message : code}.`,
      );
    throw error;
  }
}

/** Opens the embedded database or the facility's own. Throws `StartRefused` with one clear line if that fails. */
export async function openDatabase({ config, log, say, onLost, seed }: DatabaseOptions): Promise<OpenDatabase> {
  let embedded: EmbeddedDatabase | null = null;
  if (config.databaseUrl === null) {
    const { dataDir: folder, walArchive } = config;
    embedded = await startEmbedded({ folder, walArchive, log: log.child({ part: 'database' }), say, onLost });
    if (embedded.adopted) log.warn('took over a database that was still running');
  }
  try {
    const url = config.databaseUrl ?? embedded?.url ?? '';
    const ownerUrl = (embedded === null ? config.databaseOwnerUrl : embedded.ownerUrl) ?? url;
    const keys = await auditKeysOf(config);
    const anchors = await openAnchors(anchorsFolder(config.dataDir));
    const isPooled =
      config.databaseUrl !== null && (await reachable('DATABASE_URL', url, () => passPooler(config, log)));
    const role = ownerUrl === url ? null : await reachable('DATABASE_URL', url, () => roleOf(url));
    const afterMigrating = async (client: pg.Client, isBehind: boolean): Promise<void> => {
      if (!isBehind) await seed(client);
      await changeKey(client, keys, anchors, log);
      // A newer version has already made the grants, and has tables for the owner alone that this version does not know.
      if (role !== null && !isBehind) await grantServerRole(client, role);
      if (role !== null && isBehind && !(await mayRead(client, role)))
        throw new MigrationRefused(
          `The role ${role} of DATABASE_URL may not read the database, and a newer version has run on it: start that version once with this role.`,
        );
    };
    const { newer } = await reachable(ownerUrl === url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL', ownerUrl, () =>
      migrate(ownerUrl, afterMigrating, {
        onRan: (migration, ms) => log.info({ migration, ms }, 'the database was brought up to date'),
      }),
    );
    if (newer.length > 0)
      log.warn({ newer }, 'a newer version has changed the database; this one can work beside it and does');
    const pool = openPool(
      url,
      config.connections,
      (error) => log.warn({ type: error.name }, 'idle database connection lost'),
      keys.current,
      isPooled,
      objectsOf(config),
    );
    if (config.files === null && (await hasObjects(pool.db)))
      throw new StartRefused(
        'Files of this database are in a store, but FILES_URL is not set: set it, or move them back first with "admin files move --to database".',
      );
    if (await mayAlterLog(pool.db))
      log.warn(
        'the role of DATABASE_URL owns the tables, so that whoever gets hold of the server could alter the audit log. Give the owner as DATABASE_OWNER_URL, and as DATABASE_URL a role that owns nothing.',
      );
    if (!keys.isSecret) log.info('SERVER_KEY is not set: whoever has the database could write its audit log anew');
    return {
      url,
      isPooled,
      pool,
      keys,
      anchors,
      pid: () => embedded?.pid() ?? null,
      async stop() {
        await pool.end().catch(() => undefined);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Whether a pooler is before the facility's own database. Makes it usable then, or throws `StartRefused`. */
async function passPooler({ databaseUrl, databaseOwnerUrl }: Config, log: Logger): Promise<boolean> {
  if (databaseUrl === null || !(await hasPooler(databaseUrl))) return false;
  if (databaseOwnerUrl === null || (await hasPooler(databaseOwnerUrl)))
    throw new StartRefused(
      'DATABASE_URL leads to a pooler: set DATABASE_OWNER_URL to the database itself, past the pooler. Migrations need a connection of their own.',
    );
  const role = await preparePooled(databaseUrl);
  if (role !== null)
    log.info(
      { role },
      'a pooler is before the database, so the time limits of statements are set on the role: they hold for connections that the pooler opens from now on',
    );
  return true;
}

/** Takes the key of the settings into use if the log is sealed under another key or none. */
async function changeKey(client: pg.Client, keys: AuditKeys, anchors: Anchors, log: Logger): Promise<void> {
  const db = dbOn(client, keys.current);
  const mark = await markInUse(db);
  const { mark: own } = keys.current;
  if (mark === null || !mark.equals(own)) {
    // The anchors say that this key was already in use. Sealing again would accept whatever was done to the chains since.
    if (anchors.lastKey() === own.toString('hex')) {
      log.error('the audit log no longer knows its key, which was in use already: run "admin audit verify"');
      return;
    }
    if (mark !== null) log.warn('the audit log goes on under another SERVER_KEY');
    await db.script('begin');
    try {
      await takeKeyIntoUse(db, keys.current);
      await db.script('commit');
    } catch (error) {
      await db.script('rollback').catch(() => undefined);
      throw error;
    }
  }
  await anchors.noteKey(own.toString('hex'));
}
