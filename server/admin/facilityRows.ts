import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { leaseSeconds } from '../process/worker.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { CommandFailed } from './failure.ts';
import type { FacilityTables } from './facilityTables.ts';

const guard = 'a_facility_moves';
const [lockMs, pauseMs, patienceMs] = [500, 200, 120_000];

/** The tables with rows of single facilities, each after those that it refers to. */
const ownedOf = ({ all }: FacilityTables) => all.filter(({ how }) => how === 'owned');

/** SQL: row `r` is the one that row `t` refers to. */
const matching = ({ columns, keys }: FacilityTables['otherKeys'][number]): string =>
  columns.map((column, index) => `r.${keys[index] ?? ''} = t.${column}`).join(' and ');

/** Runs a change of a table's triggers, which waits for whoever is writing there, and lets those through who come meanwhile. */
async function beside(client: pg.Client, sql: string): Promise<void> {
  for (const until = Date.now() + patienceMs; ; await wait(pauseMs)) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = ${String(lockMs)}`);
      await client.query(sql);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if ((code !== '55P03' && code !== '40P01') || Date.now() > until) throw error;
    }
  }
}

/**
 * Lets nobody begin to hand over a row of these facilities, such as a mail, and waits for those that are being handed over: how that ended could not
 * be written while the rows are held, so that they would go out again. What a killed server has left is waited for as long as its lease lasts.
 */
export async function settleQueues(
  client: pg.Client,
  tables: FacilityTables,
  facilityIds: readonly number[],
): Promise<void> {
  const queues = ownedOf(tables).filter(({ columns }) =>
    ['lease', 'leased_until'].every((column) => columns.includes(column)),
  );
  for (const { table } of queues)
    await beside(
      client,
      `create or replace trigger ${guard} before update of lease on ${table} for each row
       when (new.lease is not null and new.lease is distinct from old.lease)
       execute function refuse_while_facility_moves(${client.escapeLiteral(tables.owns(table, 't', facilityIds))})`,
    );
  const isHandedOver = queues
    .map(
      ({ table }) =>
        `exists (select from ${table} t where t.lease is not null and t.leased_until > now() and ${tables.owns(table, 't', facilityIds)})`,
    )
    .join(' or ');
  for (const until = Date.now() + leaseSeconds * 1000; Date.now() < until; await wait(pauseMs)) {
    const { rows } = await client.query<{ isHandedOver: boolean }>(`select ${isHandedOver} as "isHandedOver"`);
    if (rows[0]?.isHandedOver !== true) return;
  }
}

/**
 * Lets nobody change a row of these facilities until `release`. When it resolves, everything that was written before is committed or gone:
 * a trigger waits for those who are writing into its table.
 */
export async function hold(client: pg.Client, tables: FacilityTables, facilityIds: readonly number[]): Promise<void> {
  for (const { table } of ownedOf(tables)) {
    // Nor may a row of others begin to refer to theirs, which will be gone.
    const refers = tables.otherKeys
      .filter(({ child }) => child === table)
      .map(
        (key) =>
          `exists (select from ${key.parent} r where ${matching(key)} and ${tables.owns(key.parent, 'r', facilityIds)})`,
      );
    const theirs = [tables.owns(table, 't', facilityIds), ...refers].join(' or ');
    await beside(
      client,
      `create or replace trigger ${guard} before insert or update or delete on ${table} for each row
       execute function refuse_while_facility_moves(${client.escapeLiteral(theirs)})`,
    );
  }
}

export async function release(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    'select tgrelid::regclass::text as table from pg_trigger where tgname = $1',
    [guard],
  );
  for (const { table } of rows) await beside(client, `drop trigger if exists ${guard} on ${table}`);
}

/** The tables in which rows of these facilities and of others belong together, as lines for the operator. */
export async function sharedWithOthers(
  client: pg.Client,
  { otherKeys, owns }: FacilityTables,
  facilityIds: readonly number[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const key of otherKeys) {
    const { child, parent, columns } = key;
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from ${child} t join ${parent} r on ${matching(key)} where (${owns(child, 't', facilityIds)}) <> (${owns(parent, 'r', facilityIds)})`,
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) found.push(`${String(count)} of ${child}, by ${columns.join(', ')}`);
  }
  return found;
}

interface Sum {
  readonly rows: string;
  readonly hash: string;
}

/** The number of rows, and a sum of their hashes that does not depend on their order. */
async function sumOf(client: pg.Client, { table, columns }: FacilityTables['all'][number], when: string): Promise<Sum> {
  const { rows } = await client.query<Sum>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(row(${columns.map((one) => `t."${one}"`).join(', ')})::text, 0)::numeric), 0)::text as hash
     from ${table} t where ${when}`,
  );
  return rows[0] ?? { rows: '0', hash: '0' };
}

/**
 * Copies the rows of these facilities and everything that is of the whole installation. Both connections are in a transaction, that of the
 * source in one snapshot. Triggers of the target do nothing meanwhile: what they would do has happened. Gives the number of rows.
 */
export async function copyRows(
  source: pg.Client,
  target: pg.Client,
  { all, owns }: FacilityTables,
  facilityIds: readonly number[],
): Promise<number> {
  const copied = all.filter(({ how }) => how !== 'left');
  // Of databases that write dates in different orders, one would take the other's day for the month.
  for (const client of [source, target])
    await client.query(
      "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'",
    );
  for (const { table } of copied) await target.query(`alter table ${table} disable trigger user`);
  for (const { table, how } of copied.toReversed()) if (how === 'shared') await target.query(`delete from ${table}`);
  const whenOf = ({ table, how }: (typeof copied)[number]) =>
    how === 'owned' ? owns(table, 't', facilityIds) : 'true';
  for (const one of copied) {
    const names = one.columns.map((column) => `"${column}"`).join(', ');
    await pipeline(
      source.query(copyTo(`copy (select ${names} from ${one.table} t where ${whenOf(one)}) to stdout`)),
      target.query(copyFrom(`copy ${one.table} (${names}) from stdin`)),
    );
    await target.query(`analyze ${one.table}`);
  }
  // Compared when all are there: whose a row is can stand in a table that no key puts before its own.
  let count = 0;
  for (const one of copied) {
    const [before, after] = [await sumOf(source, one, whenOf(one)), await sumOf(target, one, whenOf(one))];
    if (before.rows !== after.rows || before.hash !== after.hash)
      throw new CommandFailed(`${one.table} is not the same in both databases: ${before.rows} and ${after.rows} rows.`);
    count += Number(after.rows);
  }
  for (const { table } of copied) await target.query(`alter table ${table} enable trigger user`);
  return count;
}

/** New rows of the target get numbers behind those of the source. */
export async function continueNumbers(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string }>(
    "select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public' and last_value is not null",
  );
  for (const { name, last } of rows) await target.query('select setval($1::regclass, $2::bigint)', [name, last]);
}

/** Deletes the rows of these facilities, but for their audit log. In a transaction. */
export async function deleteRows(
  client: pg.Client,
  tables: FacilityTables,
  facilityIds: readonly number[],
): Promise<void> {
  await client.query("set local vestibule.facility_moves = 'on'");
  for (const { table } of ownedOf(tables).toReversed())
    // Those of files have just been marked, so that servers delete the objects in the store.
    if (!table.startsWith('audit_') && table !== 'file_objects')
      await client.query(`delete from ${table} t where ${tables.owns(table, 't', facilityIds)}`);
}
