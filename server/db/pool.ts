import pg from 'pg';
import * as v from 'valibot';
import { followed, observation } from '../process/observation.ts';
import { processName } from '../process/processName.ts';
import { type AuditKey, auditKeyOf } from './auditKey.ts';
import { HostChoice } from './hosts.ts';
import { type ObjectStore, StoreUnavailable } from './objectStore.ts';
import type { SqlValue, Statement, Values } from './statement.ts';
import { errorCode } from '../process/errorCode.ts';

export { statement } from './statement.ts';

/** Runs statements, on the pool or inside one transaction. */
export interface Db {
  many<Row, Parameter extends string>(what: Statement<Row, Parameter>, ...values: Values<Parameter>): Promise<Row[]>;
  /** The first row, or null where there is none. */
  maybe<Row, Parameter extends string>(
    what: Statement<Row, Parameter>,
    ...values: Values<Parameter>
  ): Promise<Row | null>;
  /** Whether there is a row. */
  has<Parameter extends string>(what: Statement<unknown, Parameter>, ...values: Values<Parameter>): Promise<boolean>;
  /** The first row; throws where there is none. */
  one<Row, Parameter extends string>(what: Statement<Row, Parameter>, ...values: Values<Parameter>): Promise<Row>;
  /** Gives the number of rows touched. */
  run<Parameter extends string>(what: Statement<unknown, Parameter>, ...values: Values<Parameter>): Promise<number>;
  /** Runs plain SQL text without preparation: migrations and seeds. */
  script(sql: string): Promise<void>;
  readonly auditKey: AuditKey;
  /** Where files are that are not in the database; null: nowhere. */
  readonly objects: ObjectStore | null;
}

/** Statements and transactions, either on any free connection or all on one. */
export interface Access {
  readonly db: Db;
  /** Commits what `work` did, or nothing. Runs it again, 3 times at most, when PostgreSQL asks for it (deadlock, serialization). */
  readonly tx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
}

export interface Pool extends Access {
  /** Runs `work` on a single connection: for a few quick statements in a row, with nothing slow between them. */
  readonly onOne: <T>(work: (access: Access) => Promise<T>) => Promise<T>;
  /** How many connections it has, how many of them work, and how many callers wait for one. */
  readonly load: () => { readonly open: number; readonly inUse: number; readonly waiting: number };
  end(): Promise<void>;
}

/** How long a caller has waited for a connection, and whether it got one. */
export const connectionTaken = observation<{ readonly waitedMs: number; readonly isTaken: boolean }>();
/** A statement runs, on a connection that it has. What is no declared statement has the name of its command or is a `script`. */
export const statementRun = followed<{ readonly name: string }>();

const oids = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700, int8Array: 1016 } as const;

/** An instant as PostgreSQL sends it in UTC. It is rewritten as text, because `Date`s in a long answer would be slow. */
const utcInstant = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/;
const parseInstant = (text: string): string =>
  utcInstant.test(text)
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString();
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [oids.int8]: Number,
  [oids.numeric]: Number,
  [oids.date]: (text) => text,
  [oids.timestamptz]: parseInstant,
  [oids.int8Array]: (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)),
};
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const own = format === 'binary' ? undefined : parsers[Number(oid)];
    return own ?? pg.types.getTypeParser(Number(oid), format);
  },
};

/**
 * Configures every connection of the server: named after its process, time zone UTC, and bigint, numeric, date and instant columns parsed
 * as `Statement` says.
 */
export function connectionConfig(connectionString: string): pg.ClientConfig {
  return {
    connectionString,
    types,
    // PgBouncer refuses every other option.
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: processName(),
  };
}

interface Client {
  query(config: pg.QueryConfig): Promise<{ rows: unknown[]; rowCount: number | null }>;
}
/** A key without a secret, for connections that are opened without the server's settings. */
const openKey = auditKeyOf('');

/** The same interface on one connection, for migrations and seeds inside their own transaction. */
export function dbOn(client: Client, auditKey: AuditKey = openKey, objects: ObjectStore | null = null): Db {
  const query = (what: Statement<unknown, string>, [values]: readonly Readonly<Record<string, SqlValue>>[]) =>
    client.query({ name: what.name, text: what.text, values: what.parameters.map((parameter) => values?.[parameter]) });
  const maybe = async <Row, Parameter extends string>(
    what: Statement<Row, Parameter>,
    values: Values<Parameter>,
  ): Promise<Row | null> => {
    const { rows } = await query(what, values);
    return rows.length === 0 ? null : v.parse(what.row, rows[0]);
  };
  return {
    async many(what, ...values) {
      const { rows } = await query(what, values);
      return rows.map((row) => v.parse(what.row, row));
    },
    maybe: (what, ...values) => maybe(what, values),
    async has(what, ...values) {
      return (await query(what, values)).rows.length > 0;
    },
    async one(what, ...values) {
      const row = await maybe(what, values);
      if (row === null) throw new Error(`${what.name} gave no row`);
      return row;
    },
    async run(what, ...values) {
      return (await query(what, values)).rowCount ?? 0;
    },
    async script(sql) {
      await client.query({ text: sql });
    },
    auditKey,
    objects,
  };
}

/**
 * A commit that reached this machine only, although the settings require a standby to have it too. When somebody cancels the wait for the
 * standby, PostgreSQL answers with success and a warning. The caller is told to try again.
 */
class NotOnStandby extends Error {
  readonly code = 'NOT_ON_STANDBY';
}

/** True if an error means that the database or the store of files cannot be reached just now, and is not a fault of ours. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof NotOnStandby || error instanceof StoreUnavailable) return true;
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  const code = errorCode(error);
  if (
    /^(08...|57P0[1-5]|57014|25P03|53[13]00|25006|ECONN\w+|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/.test(
      code,
    )
  )
    return true;
  return (
    error instanceof Error &&
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|not queryable|not currently accepting connections/.test(
      error.message,
    )
  );
}

/** Gives a code to what the driver says in words alone, so that logs and figures name it. */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || errorCode(error) !== '' || !isUnavailable(error)) return error;
  const code = error.message.startsWith('timeout exceeded')
    ? 'NO_FREE_CONNECTION'
    : isSilence(error)
      ? 'NO_ANSWER'
      : 'CONNECTION_ENDED';
  return Object.assign(error, { code });
}

const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** True if PostgreSQL reports a bad value (too long for an index, out of range) and not a problem of the connection or the statement. */
export const isValueFault = (error: unknown): boolean => /^(22|23|54)/.test(errorCode(error));

const mayRunAgain = (error: unknown): boolean => ['40001', '40P01'].includes(errorCode(error));

/** A statement that hangs, or a transaction that its request abandoned, must not hold a connection for ever. */
export const timeLimits = { statement_timeout: 20_000, idle_in_transaction_session_timeout: 60_000 } as const;
/**
 * By then PostgreSQL has answered every statement, if only with its time limit. Whoever says nothing is gone, as a machine without power is, and TCP alone would
 * notice that after a quarter of an hour.
 */
const silentMs = timeLimits.statement_timeout + 5000;
/** A commit that waits for a standby has no limit, and a cluster manager takes half a minute to go on without the standby. */
const silentAtCommitMs = 120_000;

/**
 * Opens a pool on a PostgreSQL URL with at most `size` connections. A dead connection is dropped and replaced. Of several hosts it uses the
 * one that takes writes. `isPooled`: behind a pooler, where the role has the time limits and not the connection.
 */
export function openPool(
  connectionString: string,
  size: number,
  onError: (error: Error) => void,
  auditKey: AuditKey = openKey,
  isPooled = false,
  objects: ObjectStore | null = null,
): Pool {
  const hosts = new HostChoice(connectionString);
  const pool = new pg.Pool({
    ...connectionConfig(connectionString),
    ...(isPooled ? {} : timeLimits),
    query_timeout: silentMs,
    max: size,
    idleTimeoutMillis: 60_000,
    Client: class extends pg.Client {
      constructor(config: pg.ClientConfig = {}) {
        super({ ...config, connectionString: hosts.current() });
      }
    },
  });
  pool.on('error', onError);
  const broken = new WeakSet<pg.ClientBase>();
  const notOnStandby = new WeakSet<pg.ClientBase>();
  // Not after `await pool.connect()`: an error could come in the same read as the first message, and without a listener ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => broken.add(client));
    // Recognized by the routine in PostgreSQL, because the message is in the database's language.
    client.on('notice', ({ routine }) => routine === 'SyncRepWaitForLSN' && notOnStandby.add(client));
  });
  const refuseNotOnStandby = (client: pg.ClientBase): void => {
    if (notOnStandby.delete(client)) throw new NotOnStandby('the standby does not confirm');
  };
  const send = async (client: pg.PoolClient, name: string, config: pg.QueryConfig): Promise<pg.QueryResult<object>> => {
    try {
      return await statementRun.run({ name }, () => client.query<object>(config));
    } catch (error) {
      // What comes after it on this connection would wait for its answer.
      if (isSilence(error)) broken.add(client);
      throw withCode(error);
    }
  };
  const ask = async (client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult<object>> => {
    const result = await send(client, config.name ?? 'script', config);
    refuseNotOnStandby(client);
    return result;
  };
  const control = (client: pg.PoolClient, name: 'begin' | 'commit' | 'rollback') =>
    send(client, name, { text: name, ...(name === 'commit' ? { query_timeout: silentAtCommitMs } : {}) });
  const dbOf = (client: pg.PoolClient): Db => dbOn({ query: (config) => ask(client, config) }, auditKey, objects);
  const connect = async (): Promise<pg.PoolClient> => {
    const begun = performance.now();
    let isTaken = false;
    try {
      const client = await pool.connect().catch(async (error: unknown) => {
        if (isUnavailable(error) && (await hosts.search())) return pool.connect();
        throw error;
      });
      isTaken = true;
      return client;
    } catch (error) {
      throw withCode(error);
    } finally {
      connectionTaken.tell({ waitedMs: performance.now() - begun, isTaken });
    }
  };
  const borrow = async <T>(work: (client: pg.PoolClient, breaks: () => void) => Promise<T>): Promise<T> => {
    const client = await connect();
    try {
      return await work(client, () => broken.add(client));
    } catch (error) {
      // It leads to a database that has become a standby.
      if (errorCode(error) === '25006' && (await hosts.search())) broken.add(client);
      throw error;
    } finally {
      client.release(broken.has(client));
    }
  };
  const attempt = async <T>(client: pg.PoolClient, breaks: () => void, work: (tx: Db) => Promise<T>): Promise<T> => {
    try {
      await control(client, 'begin');
      const result = await work(dbOf(client));
      // PostgreSQL answers the commit of a failed transaction with a rollback and without an error.
      const { command } = await control(client, 'commit');
      if (command !== 'COMMIT') throw new Error('a transaction went on after a statement of it had failed');
      refuseNotOnStandby(client);
      return result;
    } catch (error) {
      if (!broken.has(client)) await control(client, 'rollback').catch(() => breaks());
      throw error;
    }
  };
  const repeated = async <T>(once: () => Promise<T>): Promise<T> => {
    for (let left = 2; ; left -= 1) {
      try {
        return await once();
      } catch (error) {
        if (left === 0 || !mayRunAgain(error)) throw error;
      }
    }
  };
  return {
    db: dbOn({ query: (config) => borrow((client) => ask(client, config)) }, auditKey, objects),
    tx: (work) => repeated(() => borrow((client, breaks) => attempt(client, breaks, work))),
    onOne: (work) =>
      borrow((client, breaks) =>
        work({ db: dbOf(client), tx: (inside) => repeated(() => attempt(client, breaks, inside)) }),
      ),
    load: () => ({
      open: pool.totalCount,
      inUse: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    end() {
      // Its idle connections are not lost when it closes them, and a database that stops right after it may be faster.
      pool.off('error', onError).on('error', () => undefined);
      return pool.end();
    },
  };
}
