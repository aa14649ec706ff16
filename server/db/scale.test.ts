import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { Askers } from '../../tests/scale/askers.ts';
import { measuredCalls } from '../../tests/scale/calls.ts';
import { fill } from '../../tests/scale/fill.ts';
import { jobs } from '../../tests/scale/jobs.ts';
import { type Cost, growth, measure, measureServers } from '../../tests/scale/measure.ts';
import { jobWork } from '../process/worker.ts';
import { connectionConfig } from './pool.ts';

/*
 * What the server does by itself costs what is due, and what it is asked costs what the answer needs, and not what there is: the same work, with everything due at once,
 * on a small and on a large database. `npm run scale` takes larger ones and prints what each statement of a job and each call costs.
 */

const sizes = (process.env['SCALE_PATIENTS'] ?? '1500,15000').split(',').map(Number);
const isLong = process.env['SCALE_PATIENTS'] !== undefined;
const longest = 600_000;

/** What may grow, and why. */
const mayGrow: Readonly<Record<string, string>> = {
  'alerts.waiting': 'counts the open alerts',
  'purge.summaryLinks': 'looks at the links that can still be opened',
  'purge.access': 'rows of an hour',
  'purge.failures': 'rows of an hour',
  'purge.limits': 'rows of an hour',
  'purge.answerFiles': 'looks up the draft of each',
  'purge.handovers': 'rows of a day',
  'purge.confirmations': 'rows of a week',
  'transmissions.claim': 'passes by those that wait for their mail',
};

const servers: TestServer[] = [];
const clients: pg.Client[] = [];
// The servers' jobs would work through what is due while it is measured.
let endRest = (): void => undefined;
beforeAll(async () => {
  endRest = jobWork.follow(() => Promise.reject(new Error('jobs are measured by themselves')));
  for (const patients of sizes) {
    const server = await startTestServer({ environment: { LOG_LEVEL: 'silent', ACCESS_TOKEN_SECONDS: '3600' } });
    servers.push(server);
    const client = new pg.Client(connectionConfig(server.ownerUrl));
    clients.push(client);
    await client.connect();
    await fill((sql) => client.query(sql), patients);
  }
}, 3_600_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  for (const server of servers) await server.stop();
  endRest();
});

test.each(Object.entries(jobs))(
  '%s',
  async (_name, work) => {
    const costs: (readonly Cost[])[] = [];
    for (const client of clients) costs.push(await measure(client, work));
    const large = costs.at(-1) ?? [];
    expect(large.length).toBeGreaterThan(0);
    if (isLong)
      for (const { statement } of large)
        print(
          statement,
          costs.map((each) => inFew(costOf(each, statement))),
        );
    expect(growing(costs)).toEqual([]);
  },
  longest,
);

describe('a call', () => {
  const askers: Askers[] = [];
  beforeAll(async () => {
    for (const server of servers) {
      const people = new Askers(server);
      await people.signIn();
      askers.push(people);
    }
  }, longest);
  beforeEach(async () => {
    for (const people of askers) await people.renew();
  });

  test.each(measuredCalls)(
    '$title',
    async (one) => {
      const costs: (readonly Cost[])[] = [];
      const times: number[] = [];
      for (const people of askers) {
        const send = await people.prepare(one);
        costs.push(await measureServers(() => send(0)));
        times.push(isLong && one.ask.isOnce !== true ? await p95(send, () => people.renew()) : 0);
      }
      const dearest = [...(costs.at(-1) ?? [])].sort((a, b) => b.pages - a.pages)[0];
      if (isLong)
        print(one.title, [
          ...times.map((ms) => `p95 ${ms.toFixed(1)} ms`),
          ...costs.map((each) => inFew(costOf(each, dearest?.statement))),
          dearest?.statement ?? '',
        ]);
      expect(growing(costs)).toEqual([]);
    },
    longest,
  );
});

const costOf = (costs: readonly Cost[], statement: string | undefined): Cost | undefined =>
  costs.find((one) => one.statement === statement);
const inFew = (cost: Cost | undefined): string =>
  cost === undefined ? '-' : `${cost.pages} pages ${cost.ms.toFixed(2)} ms`;

/** What grows from the smallest to the largest database. */
const growing = (costs: readonly (readonly Cost[])[]): string[] =>
  (costs.at(-1) ?? []).flatMap((large) => {
    const small = costOf(costs[0] ?? [], large.statement);
    return small === undefined || large.statement in mayGrow
      ? []
      : growth(small, large).map((what) => `${large.statement}: ${what}`);
  });

/** The 95th percentile of how long so many answers take, in milliseconds. */
async function p95(send: (time: number) => Promise<unknown>, renew: () => Promise<void>, times = 20): Promise<number> {
  const taken: number[] = [];
  for (let time = 1; time <= times; time += 1) {
    await renew();
    const begun = performance.now();
    await send(time);
    taken.push(performance.now() - begun);
  }
  return taken.sort((a, b) => a - b)[Math.ceil(0.95 * times) - 1] ?? 0;
}

/** A line: what it is, and what it costs at each size. */
function print(name: string, cells: readonly string[]): void {
  process.stdout.write(`${name.padEnd(28)}${cells.map((cell) => cell.padStart(24)).join('')}\n`);
}
