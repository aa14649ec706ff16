import pg from 'pg';
import * as v from 'valibot';
import { type Db, dbOn } from '../../server/db/pool.ts';

/** What one statement cost; of one that a piece of work runs several times, the dearest run. */
export interface Cost {
  readonly statement: string;
  /** Rows that it gave or changed. */
  readonly rows: number;
  /** Pages of the statement itself, in memory or not. */
  readonly pages: number;
  /** With its triggers. */
  readonly ms: number;
  /** Rows that sequential scans read, by table, those of triggers and foreign keys included. */
  readonly scanned: Readonly<Record<string, number>>;
}

/** Something that the server does, in one transaction. */
export type Work = (db: Db) => Promise<unknown>;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[] | undefined;
}
const PlanNode: v.GenericSchema<PlanNode> = v.object({
  'Node Type': v.string(),
  'Actual Rows': v.number(),
  Plans: v.optional(v.array(v.lazy(() => PlanNode))),
});
const Explained = v.pipe(
  v.object({
    'QUERY PLAN': v.tuple([
      v.object({
        Plan: v.intersect([PlanNode, v.object({ 'Shared Hit Blocks': v.number(), 'Shared Read Blocks': v.number() })]),
        'Execution Time': v.number(),
      }),
    ]),
  }),
  v.transform(({ 'QUERY PLAN': [plan] }) => plan),
);
/** The most rows that one part of a statement writes and gives on: a sum about them may be a single row. */
const written = ({ 'Node Type': type, 'Actual Rows': rows, Plans = [] }: PlanNode): number =>
  Math.max(type === 'ModifyTable' ? rows : 0, ...Plans.map(written));
const Scans = v.array(v.object({ relname: v.string(), rows: v.pipe(v.string(), v.transform(Number)) }));

/** A parameter as PostgreSQL reads it from a text. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const quoted = (one: unknown): string => `"${textOf(one).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return `{${value.map((one) => (one === null ? 'null' : quoted(one))).join()}}`;
}
const literal = (value: unknown): string =>
  value === null || value === undefined ? 'null' : pg.escapeLiteral(textOf(value));

/** The rows that the sequential scans of this transaction have read so far, by table. */
async function scansOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query(
    'select relname, seq_tup_read::text as rows from pg_stat_xact_user_tables where seq_tup_read > 0',
  );
  return new Map(v.parse(Scans, rows).map((one) => [one.relname, one.rows]));
}

/** Runs a statement inside a transaction, takes it back, and gives what it cost. The plan is the general one that a server uses from the sixth time on. */
async function costOf(client: pg.Client, { name = '', text, values = [] }: pg.QueryConfig): Promise<Cost> {
  const prepared = pg.escapeIdentifier(`scale ${name}`);
  await client.query('set local plan_cache_mode = force_generic_plan; savepoint measured');
  await client.query(`prepare ${prepared} as ${text}`);
  const before = await scansOf(client);
  const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
  const { rows } = await client.query(`explain (analyze, buffers, format json) execute ${prepared} ${given}`);
  const after = await scansOf(client);
  await client.query(`rollback to measured; release measured; deallocate ${prepared}`);
  const { Plan, 'Execution Time': ms } = v.parse(Explained, rows[0]);
  const scanned = [...after].map(([table, read]) => [table, read - (before.get(table) ?? 0)] as const);
  return {
    statement: name,
    rows: written(Plan),
    pages: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'],
    ms,
    scanned: Object.fromEntries(scanned),
  };
}

/** Keeps the dearest run of each statement. */
class Costs {
  readonly #dearest = new Map<string, Cost>();
  note(cost: Cost, rowCount: number | null): void {
    if (cost.pages >= (this.#dearest.get(cost.statement)?.pages ?? 0))
      this.#dearest.set(cost.statement, { ...cost, rows: Math.max(cost.rows, rowCount ?? 0) });
  }
  all(): Cost[] {
    return [...this.#dearest.values()];
  }
}

/** What each statement of a piece of work costs. The work is taken back. */
export async function measure(client: pg.Client, work: Work): Promise<Cost[]> {
  const costs = new Costs();
  await client.query('begin');
  try {
    await work(
      dbOn({
        async query(config) {
          const cost = await costOf(client, config);
          const result = await client.query<Record<string, unknown>>({ text: config.text, values: config.values });
          costs.note(cost, result.rowCount);
          return result;
        },
      }),
    );
  } finally {
    await client.query('rollback');
  }
  return costs.all();
}

const Declared = v.object({ name: v.string(), text: v.string(), values: v.array(v.unknown()) });
const Counted = v.object({ rowCount: v.nullable(v.number()) });

/** What each declared statement costs that the servers of this process run meanwhile. Each runs twice: what the first run did is taken back. */
export async function measureServers(work: () => Promise<unknown>): Promise<Cost[]> {
  const costs = new Costs();
  const turns = new WeakMap<pg.Client, Promise<unknown>>();
  const query = v.parse(v.function(), Reflect.get(pg.Client.prototype, 'query'));
  const replace = (value: unknown) => Object.defineProperty(pg.Client.prototype, 'query', { value });
  replace(function (this: pg.Client, ...given: unknown[]): unknown {
    const plainly = (): unknown => Reflect.apply(query, this, given);
    const declared = v.safeParse(Declared, given[0]);
    if (!declared.success) return plainly();
    // A handler may ask for several at once on one connection, and the first of them would take back what the others began.
    const turn = Promise.resolve(turns.get(this)?.catch(() => undefined)).then(async () => {
      const isAlone = this.getTransactionStatus() === 'I';
      if (isAlone) await this.query('begin');
      let cost: Cost;
      try {
        cost = await costOf(this, declared.output);
      } finally {
        if (isAlone) await this.query('rollback');
      }
      const result: unknown = await plainly();
      costs.note(cost, v.parse(Counted, result).rowCount);
      return result;
    });
    turns.set(this, turn);
    return turn;
  });
  try {
    await work();
  } finally {
    replace(query);
  }
  return costs.all();
}

/** Pages that a statement may always read: its indexes have a level or two more where there is more. */
const fewPages = 150;
/** Rows that may be read through: so few that looking some of them up by an index would cost more. */
const fewRows = 20_000;

/** What grows with the size of the database and not with the rows that are given or changed; empty: nothing. */
export function growth(small: Cost, large: Cost): readonly string[] {
  const more = Math.max(1, (large.rows + 1) / (small.rows + 1));
  return [
    ...(large.pages > 3 * more * small.pages + fewPages ? [`${small.pages} pages become ${large.pages}`] : []),
    ...Object.entries(large.scanned)
      .filter(([table, rows]) => rows > 2 * (small.scanned[table] ?? 0) + fewRows)
      .map(([table, rows]) => `${rows} rows of ${table} are read through`),
  ];
}
