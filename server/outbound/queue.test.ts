import { PatientId } from '@portal/api';
import fc from 'fast-check';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { measure } from '../../tests/scale/measure.ts';
import { type Pool, connectionConfig, dbOn, openPool } from '../db/pool.ts';
import { type ClaimedOutbound, claimOutbound, outbound, putOffBehindOthers, putOffBehindThis } from './queue.ts';

/** `OUTBOUND_RUNS=300` asks for more. */
const runs = Number(process.env['OUTBOUND_RUNS'] ?? 25);

let database: TestDatabase;
let pool: Pool;
let client: pg.Client;
const interfaces: number[] = [];
const Ids = v.array(v.object({ id: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)) }));
const idsOf = async (sql: string, values: readonly unknown[] = []): Promise<number[]> =>
  v.parse(Ids, (await client.query(sql, [...values])).rows).map(({ id }) => id);

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 8, () => undefined);
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  for (const name of ['One', 'Other'])
    interfaces.push(
      ...(await idsOf(
        "insert into outbound_interfaces (name, facility_id, sends, url) select $1, id, '{}', 'https://hospital.example/' from facilities where is_default returning id",
        [name],
      )),
    );
});
afterAll(async () => {
  await client?.end();
  await pool?.end();
  await database?.drop();
});
beforeEach(() => client.query('delete from outbound_messages'));

async function admin(...args: readonly string[]): Promise<void> {
  const { code, err } = await command(args, database.url);
  expect([code, err]).toEqual([0, '']);
}
let made = 0;
/** Three records that may be those of one person. */
async function newPatients(): Promise<readonly { readonly mrn: string; readonly id: number }[]> {
  const patients: { readonly mrn: string; readonly id: number }[] = [];
  for (let at = 0; at < 3; at += 1) {
    const mrn = `OUT-${String((made += 1))}`;
    await admin(
      ...`patient create --facility Northlight --mrn ${mrn} --first Ada --last Pike --born 1970-01-01`.split(' '),
    );
    for (const id of await idsOf('select id from patients where mrn = $1', [mrn])) patients.push({ mrn, id });
  }
  return patients;
}
const add = (interfaceId: number | undefined, patientId: number | undefined, many = 1): Promise<number[]> =>
  idsOf(
    `insert into outbound_messages (interface_id, patient_id, kind, thing_id, happened_at)
     select $1, $2, 'response', n, now() from generate_series(1, $3::int) n returning id`,
    [interfaceId, patientId, many],
  );
const claim = (): Promise<ClaimedOutbound | null> => pool.db.maybe(claimOutbound);
/** As after an attempt that was not successful. */
async function fail(one: ClaimedOutbound, isRefused: boolean): Promise<void> {
  await outbound.settleFailure(pool.db, one, 'TEST', isRefused);
  await putOffBehindThis(pool.db, one.id);
}
const isFirst = `not exists (select from outbound_messages before where before.interface_id = m.interface_id and before.patient_id = m.patient_id
  and before.id < m.id and before.state in ('queued', 'failed'))`;

const one = fc.nat({ max: 2 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant('add' as const), at: fc.nat({ max: 1 }), one }) },
  { weight: 6, arbitrary: fc.constant({ does: 'take' as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('settle' as const),
      how: fc.constantFrom('delivered', 'withdrawn', 'later', 'later', 'refused', 'refused', 'crashed'),
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ does: 'pausesEnd' as const }, { does: 'putOff' as const }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constantFrom('retry' as const, 'skip' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('merge' as const), one, other: one }) },
  { weight: 1, arbitrary: fc.constant({ does: 'unmerge' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

async function play(steps: readonly Step[]): Promise<void> {
  await client.query('delete from outbound_messages');
  const patients = await newPatients();
  const inHand: ClaimedOutbound[] = [];
  const paused = new Set<number>();
  const merges: { readonly from: number; readonly into: number }[] = [];
  const isGivenUp = (at: number) => merges.some(({ from }) => from === at);
  const endPauses = async () => {
    await client.query('update outbound_messages set next_try_at = now() where id = any($1::bigint[])', [[...paused]]);
    paused.clear();
  };
  const take = async (): Promise<boolean> => {
    const claimed = await claim();
    if (claimed === null) return false;
    paused.delete(claimed.id);
    expect(await idsOf(`select id from outbound_messages m where id = $1 and ${isFirst}`, [claimed.id])).toEqual([
      claimed.id,
    ]);
    inHand.push(claimed);
    return true;
  };
  const settle = async (how: string): Promise<void> => {
    const claimed = inHand.shift();
    if (claimed === undefined) return;
    if (how === 'delivered' || how === 'withdrawn') await outbound.end(pool.db, claimed, how);
    else if (how === 'crashed')
      await client.query("update outbound_messages set leased_until = now() - interval '1 second' where id = $1", [
        claimed.id,
      ]);
    else {
      await fail(claimed, how === 'refused');
      paused.add(claimed.id);
    }
  };
  for (const each of steps) {
    switch (each.does) {
      case 'add':
        await add(interfaces[each.at], patients[each.one]?.id);
        break;
      case 'take':
        await take();
        break;
      case 'settle':
        await settle(each.how);
        break;
      case 'pausesEnd':
        await endPauses();
        break;
      case 'putOff':
        await putOffBehindOthers(pool.db);
        break;
      case 'retry':
      case 'skip': {
        const failed = await idsOf("select id from outbound_messages where state = 'failed' order by id");
        const id = failed[each.which % Math.max(failed.length, 1)];
        if (id === undefined) break;
        paused.delete(id);
        await admin('interface', 'out', each.does, ...(each.does === 'retry' ? ['--message'] : []), String(id));
        break;
      }
      case 'merge': {
        const { one: from, other: into } = each;
        if (from === into || isGivenUp(from) || isGivenUp(into)) break;
        merges.push({ from, into });
        await admin(
          ...`patient merge --facility Northlight --from ${patients[from]?.mrn} --into ${patients[into]?.mrn}`.split(
            ' ',
          ),
        );
        break;
      }
      case 'unmerge': {
        const last = merges.pop();
        if (last !== undefined)
          await admin('patient', 'unmerge', patients[last.from]?.mrn ?? '', '--facility', 'Northlight');
      }
    }
    // Whatever may go is looked at now, unless it has its own pause.
    const waiting = await idsOf(
      `select id from outbound_messages m where state = 'queued' and next_try_at > now() and ${isFirst}`,
    );
    expect(
      waiting.filter((id) => !paused.has(id)),
      each.does,
    ).toEqual([]);
  }
  // Nothing but retries and pauses that end is needed until all is handed over.
  while (inHand.length > 0) await settle('delivered');
  await endPauses();
  await client.query(
    "update outbound_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now() where state = 'failed'",
  );
  await client.query("update outbound_messages set leased_until = null where state = 'queued'");
  await putOffBehindOthers(pool.db);
  while (await take()) await settle('delivered');
  expect(await idsOf("select id from outbound_messages where state in ('queued', 'failed')")).toEqual([]);
}

it(
  'no order of failures, retries, ends, merges and their undoing leaves anything waiting that may go',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), play), {
      numRuns: runs,
      endOnFailure: true,
    });
  },
  60_000 + runs * 10_000,
);

it('many at once hand over all of it, with nobody waiting for an hour', async () => {
  const patients = await newPatients();
  for (const { id } of patients) for (const interfaceId of interfaces) await add(interfaceId, id, 40);
  let attempts = 0;
  const worker = async (): Promise<void> => {
    for (let idle = 0; idle < 5;) {
      await putOffBehindOthers(pool.db);
      const claimed = await claim();
      idle = claimed === null ? idle + 1 : 0;
      if (claimed === null) continue;
      if ((attempts += 1) % 5 > 0) await outbound.end(pool.db, claimed, 'delivered');
      else {
        await fail(claimed, attempts % 2 === 0);
        await client.query(
          "update outbound_messages set state = 'queued', ended_at = null, next_try_at = now() where id = $1",
          [claimed.id],
        );
      }
    }
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  expect(await idsOf("select id from outbound_messages where state <> 'delivered'")).toEqual([]);
}, 120_000);

it('what is put off while the one before it ends is let go all the same', async () => {
  const [patient] = await newPatients();
  const [first = 0, second = 0] = await add(interfaces[0], patient?.id, 2);
  const isPutOff = async () =>
    (await idsOf('select id from outbound_messages where id = $1 and next_try_at > now()', [second])).length === 1;
  const claimed = await claim();
  expect(claimed?.id).toBe(first);
  if (claimed === null) return;
  // It is ending: nothing is put off behind it.
  await pool.tx(async (tx) => {
    await outbound.end(tx, claimed, 'delivered');
    await putOffBehindOthers(pool.db);
    await putOffBehindThis(pool.db, first);
  });
  expect(await isPutOff()).toBe(false);
  await client.query("update outbound_messages set state = 'queued', ended_at = null, lease = $2 where id = $1", [
    first,
    claimed.lease,
  ]);
  // It is being put off: the end waits for that.
  await client.query('begin');
  await putOffBehindOthers(dbOn(client));
  const ending = outbound.end(pool.db, claimed, 'delivered');
  expect(await isPutOff()).toBe(true);
  await client.query('commit');
  expect(await ending).toBe(1);
  expect(await isPutOff()).toBe(false);
});

it('ten thousand behind one that failed, or that is tried again later, cost a claim nothing', async () => {
  const patients = await newPatients();
  const pagesOfClaim = async () =>
    (await measure(client, (db) => db.maybe(claimOutbound))).reduce((sum, { pages }) => sum + pages, 0);
  const last = (await add(interfaces[1], patients[2]?.id)).at(-1);
  // What was handed over on quiet days, of which the planner's statistics are.
  await client.query(
    `insert into outbound_messages (interface_id, patient_id, kind, thing_id, happened_at, state, ended_at)
     select i.id, p.id, 'response', n, now(), 'delivered', now() from outbound_interfaces i, patients p, generate_series(1, 300) n`,
  );
  await client.query('vacuum analyze outbound_messages');
  const alone = await pagesOfClaim();
  for (const [at, isRefused] of [true, false].entries()) {
    await add(interfaces[at], patients[at]?.id, 10_001);
    // It came before all others, so that it is claimed first.
    await client.query(
      "update outbound_messages set next_try_at = now() - interval '1 day' where id = (select min(id) from outbound_messages where patient_id = $1 and state = 'queued')",
      [patients[at]?.id],
    );
    const claimed = await claim();
    expect(claimed?.patientId).toBe(v.parse(PatientId, patients[at]?.id));
    if (claimed !== null) await fail(claimed, isRefused);
  }
  // What came since.
  await add(interfaces[0], patients[0]?.id, 2000);
  await putOffBehindOthers(pool.db);
  // As PostgreSQL does by itself; the statistics stay those of an empty queue.
  await client.query('vacuum outbound_messages');
  expect(await pagesOfClaim()).toBeLessThan(alone + 50);
  expect((await claim())?.id).toBe(last);
  expect(await claim()).toBe(null);
}, 120_000);
