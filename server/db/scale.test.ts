import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { fill } from '../../tests/scale/fill.ts';
import { jobs } from '../../tests/scale/jobs.ts';
import { type Cost, growth, measure } from '../../tests/scale/measure.ts';
import { connectionConfig } from './pool.ts';

/*
 * What the server does by itself costs what is due, and not what there is: the same work, with everything due at once, on a small and on a large database. `npm run scale`
 * takes larger ones and prints what each statement costs.
 */

const sizes = (process.env['SCALE_PATIENTS'] ?? '1500,15000').split(',').map(Number);
const isLong = process.env['SCALE_PATIENTS'] !== undefined;

/** What may grow, and why. */
const mayGrow: Readonly<Record<string, string>> = {
  'alerts.waiting': 'counts the open alerts',
  'purge.summaryLinks': 'looks at the links that can still be opened',
  'purge.access': 'rows of an hour',
  'purge.handovers': 'rows of a day',
  'purge.confirmations': 'rows of a week',
  'transmissions.claim': 'passes by those that wait for their mail',
};

const databases: TestDatabase[] = [];
const clients: pg.Client[] = [];
beforeAll(async () => {
  for (const patients of sizes) {
    const database = await testDatabase();
    databases.push(database);
    const client = new pg.Client(connectionConfig(database.url));
    clients.push(client);
    await client.connect();
    await fill((sql) => client.query(sql), patients);
  }
}, 3_600_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  for (const database of databases) await database.drop();
});

test.each(Object.entries(jobs))(
  '%s',
  async (_name, work) => {
    const costs: (readonly Cost[])[] = [];
    for (const client of clients) costs.push(await measure(client, work));
    const [first = [], ...others] = costs;
    const large = others.at(-1) ?? [];
    expect(large.length).toBeGreaterThan(0);
    if (isLong) for (const { statement } of large) print(statement, costs);
    expect(
      large.flatMap((cost) => {
        const small = first.find(({ statement }) => statement === cost.statement);
        return small === undefined || cost.statement in mayGrow
          ? []
          : growth(small, cost).map((what) => `${cost.statement}: ${what}`);
      }),
    ).toEqual([]);
  },
  600_000,
);

/** A line: pages and milliseconds of a statement at each size. */
function print(statement: string, costs: readonly (readonly Cost[])[]): void {
  const cells = costs.map((each) => {
    const cost = each.find((one) => one.statement === statement);
    return (cost === undefined ? '-' : `${cost.pages} pages ${cost.ms.toFixed(2)} ms`).padStart(28);
  });
  process.stdout.write(`${statement.padEnd(28)}${cells.join('')}\n`);
}
