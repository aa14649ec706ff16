import * as v from 'valibot';
import { observation } from '../process/observation.ts';
import { type Worker, type WorkerOptions, leaseSeconds, startWorker } from '../process/worker.ts';
import { type BacklogRows, backlog } from './backlog.ts';
import { type Db, statement } from './pool.ts';

/** What a claimed row has besides its own columns. `lease` names this claim: whoever settles under an older one changes nothing. */
export const claimEntries = { tries: v.number(), lease: v.string() };
/** A row that this process alone may hand over, for as long as its lease lasts. */
export interface Claimed {
  readonly id: number;
  readonly tries: number;
  readonly lease: string;
}

/** SQL: nobody is handing the row over. */
export const isFree = '(leased_until is null or leased_until < now())';

/** A table whose rows wait to be handed over, with the columns `next_try_at`, `tries`, `lease` and `leased_until`. */
interface QueueTable {
  readonly table: string;
  readonly key?: string;
  /** How long a lease lasts. */
  readonly seconds?: number;
  /** Seconds to wait after the first try, the second, …; after the last one the row is given up. */
  readonly pauses: readonly number[];
  /** Rows that ended are deleted; or they have `state`, `ended_at` and `failure`, and these columns are emptied. */
  readonly ended?: 'deleted' | readonly string[];
  /** The state of a row that will never be taken. */
  readonly refused?: string;
  /** True: from `worthless_at` on, a row is not worth handing over. */
  readonly expires?: boolean;
  /** The backlogs that the queue is counted as, by name, with what differs from the usual columns. */
  readonly backlogs: Readonly<Record<string, QueueBacklog>>;
}
interface QueueBacklog extends Partial<Omit<BacklogRows, 'rows'>> {
  readonly joins?: string;
  readonly where?: string;
}

/** How many rows one statement expires, so that none takes too long. The next claim expires the next ones. */
const expiredAtOnce = 1000;

export interface ClaimRule<Where extends string, Row extends v.GenericSchema> {
  /** Columns of the table, which is called `q`, and of those that are joined to it. */
  readonly reads: string;
  readonly joins?: string;
  /** A query for the keys of the rows to choose from. They are looked up by their key, whatever the planner believes; without it, rows are found by `where`. */
  readonly among?: string;
  readonly where?: Where;
  /** What goes before the time at which rows are due. */
  readonly order?: string;
  /** How many rows it claims at most. */
  readonly most?: number;
  readonly row: Row;
}

/** Declares the statements of a queue. Any number of processes may work on it: each row is in one hand at a time. */
export function leasedQueue(
  name: string,
  {
    table,
    key = 'id',
    seconds = leaseSeconds,
    pauses,
    ended = [],
    refused = 'failed',
    expires = false,
    backlogs,
  }: QueueTable,
) {
  const isDeleted = ended === 'deleted';
  const waits = isDeleted ? 'true' : "state = 'queued'";
  const isOurs = `${key} = $id and lease = $lease::uuid and ${waits}` as const;
  const release = 'lease = null, leased_until = null';
  const emptied = `ended_at = now(), ${isDeleted ? '' : ended.map((column) => `${column} = null, `).join('')}${release}`;
  for (const [each, { joins = '', where = 'true', ...columns }] of Object.entries(backlogs))
    backlog(each, {
      rows: `${table} q ${joins} where ${waits} and ${where}`,
      order: 'next_try_at',
      since: 'q.created_at',
      due: 'next_try_at',
      ...columns,
    });
  const end = isDeleted
    ? statement(`${name}.end`, `delete from ${table} where ${isOurs}`)
    : statement(`${name}.end`, `update ${table} set state = $state, failure = $failure, ${emptied} where ${isOurs}`);
  const areOurs = `(${key}, lease) in (select * from unnest($ids::bigint[], $leases::uuid[])) and ${waits}` as const;
  const endAll = isDeleted
    ? statement(`${name}.endAll`, `delete from ${table} where ${areOurs} and $state::text is not null`)
    : statement(`${name}.endAll`, `update ${table} set state = $state, failure = null, ${emptied} where ${areOurs}`);
  const worthless = `${key} = any(array(select ${key} from ${table} where ${waits} and worthless_at <= now() and ${isFree}
     order by worthless_at limit ${expiredAtOnce} for update skip locked))`;
  const expire = !expires
    ? null
    : isDeleted
      ? statement(`${name}.expire`, `delete from ${table} where ${worthless}`)
      : statement(`${name}.expire`, `update ${table} set state = 'expired', ${emptied} where ${worthless}`);
  const isWorthIt = expires ? '(worthless_at is null or worthless_at > now())' : 'true';
  const retry = statement(
    `${name}.retry`,
    `update ${table} set next_try_at = now() + make_interval(secs => $pause), ${isDeleted ? '' : 'failure = $failure, '}${release} where ${isOurs}`,
  );
  return {
    /** Declares a statement that claims the row that is due longest of those that are free, or several such rows. */
    claim: <const Where extends string, Row extends v.GenericSchema>(
      what: string,
      { reads, joins = '', among, where, order = '', most = 1, row }: ClaimRule<Where, Row>,
    ) =>
      statement(
        `${name}.${what}`,
        `with due as (
           select q.${key} as id, ${reads} from ${table} q ${joins}
           where ${among === undefined ? `${waits} and ${isFree}` : `q.${key} = any(array(${among})) and case when ${waits} then ${isFree} end`}
             and ${isWorthIt} and ${where ?? 'true'}
           order by ${order} next_try_at, q.${key} limit ${most} for update of q skip locked)
         update ${table} q set lease = gen_random_uuid(), leased_until = now() + make_interval(secs => ${seconds}), tries = tries + 1
         from due where q.${key} = due.id returning due.*, tries, lease`,
        row,
      ),
    /** Ends rows that are not worth handing over any more. Call it before each claim: it costs one look at an index. */
    expire: async (db: Db): Promise<void> => {
      if (expire !== null) await db.run(expire);
    },
    /** Ends a row that is still ours; 0 where it is not. */
    end: (db: Db, { id, lease }: Claimed, state: string): Promise<number> =>
      db.run(end, { id, lease, state, failure: null }),
    /** Ends those of several rows that are still ours, and gives their number. */
    endAll: (db: Db, claimed: readonly Claimed[], state: string): Promise<number> =>
      db.run(endAll, { ids: claimed.map(({ id }) => id), leases: claimed.map(({ lease }) => lease), state }),
    /** Tries a row again later; a refusal and the last failure end it, an outage of ours never does. `failure` is a code. */
    async settleFailure(
      db: Db,
      { id, lease, tries }: Claimed,
      failure: string,
      isRefused: boolean,
      isOutage = false,
    ): Promise<'queued' | 'ended' | 'lost'> {
      const pause = pauses[tries - 1] ?? (isOutage ? pauses.at(-1) : undefined);
      if (isRefused || pause === undefined) {
        const rows = await db.run(end, { id, lease, state: isRefused ? refused : 'failed', failure });
        return rows > 0 ? 'ended' : 'lost';
      }
      await db.run(retry, { id, lease, pause, failure });
      return 'queued';
    },
  };
}

export const attemptMade = observation<{ readonly queue: string; readonly outcome: string; readonly ms: number }>();

/** Makes an attempt and tells how it ended. */
export async function counted<Outcome extends string>(
  queue: string,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  const begun = performance.now();
  let outcome: Outcome | 'fault' = 'fault';
  try {
    outcome = await attempt();
    return outcome;
  } finally {
    attemptMade.tell({ queue, outcome, ms: performance.now() - begun });
  }
}

interface Turns<Row> extends Omit<WorkerOptions, 'work'> {
  readonly workers?: number;
  readonly claim: () => Promise<Row | null>;
  /** Hands a row over and settles it; gives one of a few words for how it ended. */
  readonly attempt: (row: Row) => Promise<string>;
}

/** Claims and attempts one row after another, as long as any is due. */
export const startQueue = <Row>({ workers = 1, claim, attempt, ...options }: Turns<Row>): Worker =>
  startWorkers(workers, {
    ...options,
    work: async () => {
      const row = await claim();
      if (row !== null) await counted(options.job, () => attempt(row));
      return row !== null;
    },
  });

/** Several workers that take turns beside each other. */
export function startWorkers(workers: number, options: WorkerOptions): Worker {
  const pool = Array.from({ length: workers }, () => startWorker(options));
  return {
    wake() {
      for (const worker of pool) worker.wake();
    },
    async stop() {
      await Promise.all(pool.map((worker) => worker.stop()));
    },
  };
}
