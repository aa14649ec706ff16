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

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString());
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((one) => JSON.stringify(String(one))).join()}}`);
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The rows that the sequential scans of this transaction have read so far, by table. */
async function scansOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query(
    'select relname, seq_tup_read::text as rows from pg_stat_xact_user_tables where seq_tup_read > 0',
  );
  return new Map(v.parse(Scans, rows).map((one) => [one.relname, one.rows]));
}

/** Runs a statement, takes it back, and gives what it cost. The plan is the general one that a server uses from the sixth time on. */
async function costOf(client: pg.Client, { name = '', text, values = [] }: pg.QueryConfig): Promise<Cost> {
  const prepared = pg.escapeIdentifier(`scale ${name}`);
  await client.query('savepoint measured');
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

/** What each statement of a piece of work costs. The work is taken back. */
export async function measure(client: pg.Client, work: Work): Promise<Cost[]> {
  const found = new Map<string, Cost>();
  await client.query('begin');
  try {
    await client.query('set local plan_cache_mode = force_generic_plan');
    await work(
      dbOn({
        async query(config) {
          const cost = await costOf(client, config);
          const result = await client.query<Record<string, unknown>>({ text: config.text, values: config.values });
          if (cost.pages >= (found.get(cost.statement)?.pages ?? 0))
            found.set(cost.statement, { ...cost, rows: Math.max(cost.rows, result.rowCount ?? 0) });
          return result;
        },
      }),
    );
  } finally {
    await client.query('rollback');
  }
  return [...found.values()];
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
