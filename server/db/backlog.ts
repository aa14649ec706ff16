import * as v from 'valibot';
import { type Statement, statement } from './statement.ts';

/** The most rows that are counted: enough to see that something is wrong, and never a long statement. */
const mostCounted = 10_000;

const Row = v.object({
  kind: v.string(),
  waiting: v.number(),
  /** Since the oldest row began to wait. */
  oldestSeconds: v.number(),
  /** How late the row is that should have been taken first; 0 where none is due. */
  overdueSeconds: v.number(),
});

/** How many rows of one kind wait, and since when. */
export type BacklogRow = v.InferOutput<typeof Row>;

export interface Backlog {
  readonly name: string;
  readonly read: Statement<BacklogRow>;
}

export interface BacklogRows {
  /** The rows that wait: what follows `from`, with its conditions. */
  readonly rows: string;
  /** An index gives the rows in this order, so that counting reads few pages. */
  readonly order: string;
  /** When a row begins to wait. */
  readonly since: string;
  /** When a row should be taken; null: not now. */
  readonly due: string;
  readonly kind?: string;
  readonly most?: number;
}

const declared: Backlog[] = [];
/** Every backlog that the modules loaded so far declare. */
export const declaredBacklogs = (): readonly Backlog[] => declared;

/** Declares what waits in a table. `/metrics` and `admin doctor` read each, and a backlog that is declared nowhere is seen by nobody. */
export function backlog(name: string, { rows, order, since, due, kind = "''", most = mostCounted }: BacklogRows): void {
  const read = statement(
    `backlog.${name}`,
    `select kind, count(*)::int as waiting,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
       greatest(coalesce(extract(epoch from now() - min(next_try_at)), 0), 0)::float8 as "overdueSeconds"
     from (select ${kind} as kind, ${since} as created_at, ${due} as next_try_at from ${rows} order by ${order} limit ${most}) first group by kind`,
    Row,
  );
  declared.push({ name, read });
}

/** Declares what failed in a queue and waits for the engineer. */
export const failedBacklog = (name: string, table: string): void =>
  backlog(name, { rows: `${table} where state = 'failed'`, order: 'id', since: 'created_at', due: 'ended_at' });
