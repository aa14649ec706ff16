import * as v from 'valibot';
import { isGuessing } from '../credentials/guessedNames.ts';
import { type BacklogRow, declaredBacklogs } from '../db/backlog.ts';
import { type Db, type Pool, isUnavailable, statement } from '../db/pool.ts';

/** Findings of the last whole check, and of one that has begun since. */
const checkState = statement(
  'figures.audit',
  `select extract(epoch from now() - (select max(ended_at) from audit_check_runs))::float8 as "checkedSecondsAgo",
     (select count(*)::int from (select from audit_findings
       where run_id >= coalesce((select max(id) from audit_check_runs where ended_at is not null), 0) limit 10000) found) as findings`,
  v.object({ checkedSecondsAgo: v.nullable(v.number()), findings: v.number() }),
);
/** A role that is not in `pg_monitor` sees its own sessions and the number of standbys, but not how far they are behind. */
const databaseState = statement(
  'figures.database',
  `select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
     extract(epoch from clock_timestamp())::float8 as "clockSeconds",
     current_setting('max_connections')::int as "mostConnections",
     count(*)::int as connections, count(*) filter (where wait_event_type = 'Lock')::int as "lockWaits",
     coalesce(extract(epoch from now() - min(xact_start)), 0)::float8 as "oldestTransactionSeconds",
     (select count(*)::int from pg_stat_replication) as standbys,
     (select max(extract(epoch from replay_lag))::float8 from pg_stat_replication) as "replayLagSeconds"
   from pg_stat_activity where datname = current_database()`,
  v.object({
    version: v.string(),
    isStandby: v.boolean(),
    clockSeconds: v.number(),
    mostConnections: v.number(),
    connections: v.number(),
    lockWaits: v.number(),
    oldestTransactionSeconds: v.number(),
    standbys: v.number(),
    replayLagSeconds: v.nullable(v.number()),
  }),
);
/** Tables whose rows change often: dead rows that stay make their statements slow. */
const deadRows = statement(
  'figures.deadRows',
  `select relname::text as "tableName", n_dead_tup as "deadRows" from pg_stat_user_tables
   where schemaname = 'public' and relname in ('audit_heads', 'mails', 'notice_agenda', 'sessions')`,
  v.object({ tableName: v.string(), deadRows: v.number() }),
);

export type AuditFigures = v.InferOutput<typeof checkState.row>;
export type DatabaseFigures = v.InferOutput<typeof databaseState.row>;

/** What the database says about the whole installation. What could not be read is null. */
export interface Figures {
  readonly isReachable: boolean;
  readonly backlogs: readonly { readonly name: string; readonly rows: readonly BacklogRow[] | null }[];
  readonly audit: AuditFigures | null;
  /** Whether somebody is trying out many names with wrong passwords. */
  readonly isGuessing: boolean | null;
  readonly database: DatabaseFigures | null;
  readonly deadRows: readonly v.InferOutput<typeof deadRows.row>[] | null;
}

/** Reads all figures, one after another. One that takes too long or fails is left out, and an unreachable database ends it. */
export async function readFigures(pool: Pick<Pool, 'tx'>): Promise<Figures> {
  let isReachable = true;
  const read = async <T>(work: (tx: Db) => Promise<T>): Promise<T | null> => {
    if (!isReachable) return null;
    try {
      return await pool.tx(async (tx) => {
        await tx.script("set local statement_timeout = '2s'; set transaction read only");
        return work(tx);
      });
    } catch (error) {
      // PostgreSQL cancelled a statement that took too long: the database itself is there.
      if (isUnavailable(error) && !(error instanceof Error && 'code' in error && error.code === '57014'))
        isReachable = false;
      return null;
    }
  };
  const database = await read((tx) => tx.one(databaseState));
  const backlogs: { name: string; rows: readonly BacklogRow[] | null }[] = [];
  for (const { name, read: rowsOf } of declaredBacklogs())
    backlogs.push({ name, rows: await read((tx) => tx.many(rowsOf)) });
  return {
    backlogs,
    database,
    audit: await read((tx) => tx.one(checkState)),
    isGuessing: await read(isGuessing),
    deadRows: await read((tx) => tx.many(deadRows)),
    isReachable,
  };
}

/** Reads figures at most once in `everyMs`; who asks in between gets the same. */
export function figuresReader(pool: Pick<Pool, 'tx'>, everyMs: number): () => Promise<Figures> {
  let last: { readonly at: number; readonly figures: Promise<Figures> } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at >= everyMs) last = { at, figures: readFigures(pool) };
    return last.figures;
  };
}
