import pg from 'pg';
import * as v from 'valibot';
import { StartRefused } from '../process/startRefused.ts';
import { writableHost } from './hosts.ts';
import { connectionConfig, dbOn, statement, timeLimits } from './pool.ts';
import { onConnection } from './roles.ts';

const settings = statement(
  'pooler.settings',
  `select current_setting('TimeZone') as zone, current_setting('statement_timeout') as "statementTimeout", current_user::text as role, current_database()::text as database`,
  v.object({ zone: v.string(), statementTimeout: v.string(), role: v.string(), database: v.string() }),
);
const limitsOfRole = statement(
  'pooler.limitsOfRole',
  `select s.setconfig as limits from pg_db_role_setting s join pg_roles r on r.oid = s.setrole join pg_database d on d.oid = s.setdatabase
   where r.rolname = current_user and d.datname = current_database()`,
  v.object({ limits: v.array(v.string()) }),
);

const isRefusedParameter = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('unsupported startup parameter');

/** A prepared statement is missing on this connection, or is there already: it was prepared for somebody else. */
const isOfAnother = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '26000' || error.code === '42P05');

/** Whether a pooler such as PgBouncer is before the database: it refuses a connection's time limits, or does not pass them on. */
export async function hasPooler(url: string): Promise<boolean> {
  const client = new pg.Client({ ...connectionConfig(await writableHost(url)), ...timeLimits });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    // Not ended: one that PostgreSQL has refused by TLS never says that it has ended.
    if (isRefusedParameter(error)) return true;
    throw error;
  }
  try {
    return (await dbOn(client).one(settings)).statementTimeout !== `${timeLimits.statement_timeout / 1000}s`;
  } catch (error) {
    if (isOfAnother(error)) return true;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const tooOld =
  'The pooler of DATABASE_URL cannot be used: PgBouncer 1.21 or newer is needed, with max_prepared_statements above 0 (server/docs/cluster.md).';

/** Whether a prepared statement works on another connection to the database than the one that it was prepared on. */
async function preparesEverywhere(url: string): Promise<boolean> {
  return onConnection(url, (first) =>
    onConnection(url, async (second) => {
      await dbOn(first).one(settings);
      // Holds the connection that the pooler has just used for the other.
      await second.query('begin');
      await second.query('select 1');
      try {
        await dbOn(first).one(settings);
        return true;
      } catch (error) {
        if (isOfAnother(error)) return false;
        throw error;
      } finally {
        await second.query('rollback');
      }
    }),
  );
}

/**
 * Makes a database behind a pooler usable, or throws `StartRefused`. A pooler gives each transaction another connection, so the time limits
 * are set on the server's role. Gives the role whose limits were set just now; null if it had them.
 */
export async function preparePooled(url: string): Promise<string | null> {
  try {
    const { zone, role, database } = await onConnection(url, (client) => dbOn(client).one(settings));
    if (zone !== 'UTC' || !(await preparesEverywhere(url))) throw new StartRefused(tooOld);
    return await onConnection(url, async (client) => {
      const wanted = Object.entries(timeLimits).map(([name, ms]) => [name, `${ms}ms`] as const);
      const limits = (await dbOn(client).maybe(limitsOfRole))?.limits ?? [];
      if (wanted.every(([name, value]) => limits.includes(`${name}=${value}`))) return null;
      for (const [name, value] of wanted)
        await client.query(
          `alter role ${client.escapeIdentifier(role)} in database ${client.escapeIdentifier(database)} set ${name} = '${value}'`,
        );
      return role;
    });
  } catch (error) {
    if (isRefusedParameter(error) || isOfAnother(error)) throw new StartRefused(tooOld);
    throw error;
  }
}
