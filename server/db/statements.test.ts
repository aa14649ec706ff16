import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { exchangeable, namedIn } from '../../tests/server/sqlNames.ts';
import { declaredStatements } from './statement.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/node_modules|^dist|\.test\.ts$|\.d\.ts$/.test(path),
);

/** Without the statements of other tests that may have run in this process. */
const serverStatements = () => declaredStatements().filter(({ name }) => !name.startsWith('test.'));

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  for (const path of files)
    if (/\b(?:statement|leasedQueue)\(\s*'/.test(readFileSync(join(folder, path), 'utf8')))
      await import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The columns of a statement's rows, which PostgreSQL describes without running it. `name`: the statement stays prepared. */
function describeRows(text: string, name = ''): Promise<readonly Column[]> {
  return new Promise((resolve, reject) => {
    let columns: readonly Column[] = [];
    client.query({
      submit(connection: pg.Connection) {
        if (text !== '') connection.parse({ name, text, types: [] }, true);
        connection.describe({ type: 'S', name }, true);
        connection.sync();
      },
      handleRowDescription: ({ fields }: { fields: readonly Column[] }) => {
        columns = fields;
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    });
  });
}

const { builtins } = pg.types;
const kinds = new Map<number, string>([
  [builtins.BOOL, 'boolean'],
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT8, builtins.NUMERIC].map(
    (id) => [id, 'number'] as const,
  ),
  ...[builtins.TEXT, builtins.VARCHAR, builtins.UUID, builtins.DATE, builtins.TIMESTAMPTZ].map(
    (id) => [id, 'string'] as const,
  ),
  [builtins.BYTEA, 'instance'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  // Arrays of text, varchar, int4, int8 and instants.
  ...[1009, 1015, 1007, 1016, 1185].map((id) => [id, 'array'] as const),
]);

/** What a schema accepts, as one of the kinds above. */
function kindOf(schema: unknown): string {
  if (v.is(v.object({ wrapped: v.unknown() }), schema)) return kindOf(schema.wrapped);
  if (v.is(v.object({ type: v.picklist(['picklist']), options: v.array(v.unknown()) }), schema))
    return typeof schema.options[0];
  if (v.is(v.object({ type: v.literal('literal'), literal: v.unknown() }), schema)) return typeof schema.literal;
  return v.parse(v.object({ type: v.string() }), schema).type;
}

test('every statement has a name of its own', () => {
  const names = serverStatements().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(250);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('PostgreSQL gives the columns that the rows of a statement declare, of their types', async () => {
  const wrong: string[] = [];
  for (const { name, text, row } of serverStatements()) {
    const columns = await describeRows(text);
    if (!('entries' in row)) {
      if (row.type !== 'unknown') wrong.push(`${name}: rows are declared as ${row.type}`);
      continue;
    }
    const entries = v.parse(v.record(v.string(), v.unknown()), row.entries);
    const given = columns.map((column) => column.name);
    if (given.toSorted().join() !== Object.keys(entries).toSorted().join())
      wrong.push(`${name}: ${given.join(', ')} are given, ${Object.keys(entries).join(', ')} are declared`);
    for (const column of columns) {
      const kind = kinds.get(column.dataTypeID) ?? `type ${String(column.dataTypeID)}`;
      const declared = column.name in entries ? kindOf(entries[column.name]) : kind;
      if (kind !== 'json' && kind !== declared) wrong.push(`${name}: ${column.name} is ${kind}, not ${declared}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('no two columns or parameters of a statement could be exchanged and their names still fit', () => {
  expect(
    serverStatements().flatMap(({ name, source }) =>
      namedIn(source)
        .flatMap(exchangeable)
        .map((pair) => `${name}: ${pair}`),
    ),
  ).toEqual([]);
});

test('what is prepared goes on working when a migration adds a column to every table', async () => {
  const careless = { name: 'careless', text: 'select * from users' };
  for (const { name, text } of [...serverStatements(), careless]) await describeRows(text, name);
  const { rows } = await client.query<{ adding: string }>(
    "select format('alter table %I add column added_later integer', relname) as adding from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  expect(rows.length).toBeGreaterThan(50);
  await client.query('begin');
  try {
    for (const { adding } of rows) await client.query(adding);
    const broken: string[] = [];
    await client.query('savepoint before');
    for (const { name } of [...serverStatements(), careless])
      await describeRows('', name).catch(async (error: unknown) => {
        broken.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
        await client.query('rollback to before');
      });
    expect(broken).toEqual(['careless: cached plan must not change result type']);
  } finally {
    await client.query('rollback');
  }
});
