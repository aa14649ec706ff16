import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { type Pool, openPool, statement } from '../db/pool.ts';
import { claimMessage, messages, storeMessage, unknownPatient } from '../hl7/queue.ts';
import { claimOutbound, outbound } from './queue.ts';

/** `HELD_BACK_STEPS=20000` asks for more. */
const steps = Number(process.env['HELD_BACK_STEPS'] ?? 1500);
const hands = 6;
const [interfaceId, keys] = [9_000_001, ['1 A', '1 B', '1 C']] as const;
const Count = v.object({ n: v.number() });
const count = statement(
  'test.heldBackCount',
  `select (select count(*)::int from hl7_messages where state in ('queued', 'failed') and interface_id = $interfaceId)
     + (select count(*)::int from outbound_messages where state in ('queued', 'failed') and interface_id = $interfaceId) as n`,
  Count,
);
/** Those that are held back though nothing is before them: nobody would ever take them. */
const lost = statement(
  'test.lost',
  `select (select count(*)::int from hl7_messages q where q.is_held_back and q.state = 'queued' and not exists (
       select from hl7_messages b where b.id < q.id and b.state in ('queued', 'failed') and array[b.patient_key, b.merged_key] && array[q.patient_key, q.merged_key]))
     + (select count(*)::int from outbound_messages q where q.is_held_back and q.state = 'queued' and not exists (
       select from outbound_messages b where b.id < q.id and b.state in ('queued', 'failed') and b.interface_id = q.interface_id and b.patient_id = q.patient_id)) as n`,
  Count,
);
const due = statement(
  'test.freeBehind',
  `select (select count(*)::int from hl7_messages where interface_id = $interfaceId and state = 'queued' and not is_held_back)
     + (select count(*)::int from outbound_messages where interface_id = $interfaceId and state = 'queued' and not is_held_back) as n`,
  Count,
);
const retry = statement(
  'test.retry',
  `with hl7 as (update hl7_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null where state = 'failed' and interface_id = $interfaceId)
   update outbound_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null where state = 'failed' and interface_id = $interfaceId`,
);
const skip = statement(
  'test.skip',
  `with hl7 as (update hl7_messages set state = 'skipped', ended_at = now() where id = (select id from hl7_messages where state = 'failed' and interface_id = $interfaceId limit 1))
   update outbound_messages set state = 'skipped', ended_at = now() where id = (select id from outbound_messages where state = 'failed' and interface_id = $interfaceId limit 1)`,
);
const soon = statement(
  'test.soon',
  `with hl7 as (update hl7_messages set next_try_at = now() where state = 'queued' and interface_id = $interfaceId)
   update outbound_messages set next_try_at = now() where state = 'queued' and interface_id = $interfaceId`,
);
/** As a merge does it, and a change of number. */
const rekey = statement(
  'test.rekey',
  `with hl7 as (update hl7_messages set patient_key = $into where patient_key = $from and state in ('queued', 'failed') and interface_id = $interfaceId)
   update outbound_messages set patient_id = $intoPatient where patient_id = $fromPatient and interface_id = $interfaceId`,
);
const happen = statement(
  'test.happen',
  `insert into outbound_messages (interface_id, patient_id, kind, thing_id, happened_at) values ($interfaceId, $patientId, 'response', 1, now())`,
);

let database: TestDatabase;
let pool: Pool;
let patients: readonly number[];
beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, hands, () => undefined);
  await pool.db.script(
    `insert into hl7_interfaces (id, name, facility_id, application, sending_facility, address) overriding system value
       select ${String(interfaceId)}, 'Steps', id, 'S', 'S', '127.0.0.1' from facilities where is_default;
     insert into outbound_interfaces (id, name, facility_id, sends, url) overriding system value
       select ${String(interfaceId)}, 'Steps', id, '{}', 'http://127.0.0.1:9/' from facilities where is_default`,
  );
  const some = statement('test.patients', 'select id from patients order by id limit 3', v.object({ id: v.number() }));
  patients = (await pool.db.many(some)).map(({ id }) => id);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

let made = 0;
const patientAt = (at: number): number => patients[at] ?? 0;
async function add(): Promise<void> {
  const [one, other] = [randomInt(3), randomInt(12)];
  await storeMessage(pool.db, {
    interfaceId,
    controlId: `S${String((made += 1))}`,
    bodyHash: Buffer.from('x'),
    content: Buffer.from('x'),
    messageType: ['ORU^R01', 'ADT^A08', 'ADT^A28', 'ADT^A40'][randomInt(4)] ?? '',
    patientKey: keys[one] ?? null,
    mergedKey: keys[other] ?? null,
  });
  await pool.db.run(happen, { interfaceId, patientId: patientAt(one) });
}
async function work(isWorking: boolean): Promise<boolean> {
  const [message, fact] = [await pool.db.maybe(claimMessage), await pool.db.maybe(claimOutbound)];
  const end = () => (isWorking ? 0 : randomInt(4));
  if (message !== null) {
    const how = end();
    if (how <= 1) await messages.end(pool.db, message, 'done');
    else await messages.settleFailure(pool.db, message, how === 2 ? unknownPatient : 'pause', how === 2);
  }
  if (fact !== null) {
    const how = end();
    if (how <= 1) await outbound.end(pool.db, fact, 'delivered');
    else await outbound.settleFailure(pool.db, fact, '500', how === 2);
  }
  return message !== null || fact !== null;
}

async function step(): Promise<void> {
  const at = randomInt(100);
  if (at < 45) return add();
  if (at < 85) return void (await work(false));
  if (at < 90) return void (await pool.db.run(retry, { interfaceId }));
  if (at < 94) return void (await pool.db.run(skip, { interfaceId }));
  if (at < 98) return void (await pool.db.run(soon, { interfaceId }));
  const [from, into] = [randomInt(3), randomInt(3)];
  await pool.db.run(rekey, {
    interfaceId,
    from: keys[from] ?? '',
    into: keys[into] ?? '',
    fromPatient: patientAt(from),
    intoPatient: patientAt(into),
  });
}

const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01';

it(`what failed holds others back, and none for ever: ${String(steps)} steps by ${String(hands)} at once`, async () => {
  let left = steps;
  let deadlocks = 0;
  const hand = async () => {
    while ((left -= 1) >= 0)
      await step().catch((error: unknown) => {
        if (!isDeadlock(error)) throw error;
        deadlocks += 1;
      });
  };
  await Promise.all(Array.from({ length: hands }, hand));
  expect(deadlocks).toBeLessThan(steps / 20);
  expect(await pool.db.one(lost)).toEqual({ n: 0 });
  for (let rounds = 0; rounds < 50 && (await pool.db.one(count, { interfaceId })).n > 0; rounds += 1) {
    await pool.db.run(retry, { interfaceId });
    await pool.db.run(soon, { interfaceId });
    while (await work(true));
  }
  expect(await pool.db.one(count, { interfaceId })).toEqual({ n: 0 });
}, 300_000);

it('a crowd behind one that failed is looked at no more, and goes on one after another', async () => {
  const fail = async () => {
    const [message, fact] = [await pool.db.one(claimMessage), await pool.db.one(claimOutbound)];
    await messages.settleFailure(pool.db, message, 'wrong', true);
    await outbound.settleFailure(pool.db, fact, '422', true);
  };
  const addOne = async () => {
    const body = Buffer.from('x');
    await storeMessage(pool.db, {
      interfaceId,
      controlId: `C${String((made += 1))}`,
      bodyHash: body,
      content: body,
      messageType: 'ORU^R01',
      patientKey: '1 A',
      mergedKey: null,
    });
    await pool.db.run(happen, { interfaceId, patientId: patientAt(0) });
  };
  for (let at = 0; at < 10; at += 1) await addOne();
  await fail();
  for (let at = 0; at < 10; at += 1) await addOne();
  expect(await pool.db.one(due, { interfaceId })).toEqual({ n: 0 });
  await pool.db.run(retry, { interfaceId });
  let worked = 0;
  for (; await work(true); worked += 1) expect((await pool.db.one(due, { interfaceId })).n).toBeLessThanOrEqual(2);
  expect(worked).toBe(20);
});
