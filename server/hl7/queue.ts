import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { failedBacklog } from '../db/backlog.ts';
import { claimEntries, isFree, leasedQueue } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';

const ClaimedMessage = v.object({
  id: v.number(),
  interfaceId: v.number(),
  controlId: v.string(),
  messageType: v.string(),
  content: v.nullable(v.instance(Buffer)),
  createdAt: v.string(),
  facilityId: FacilityId,
  name: v.string(),
  charset: v.nullable(v.string()),
  recordNumbers: v.nullable(v.string()),
  zone: v.string(),
  ...claimEntries,
});
/** A message that this process alone may work on, for as long as its lease lasts, with what is set for its interface. `content`: null where it is large. */
export type ClaimedMessage = v.InferOutput<typeof ClaimedMessage>;

/** Why a message waits that names somebody who is not known yet. Those that make the patient go before it. */
export const unknownPatient = 'nobody has this record number: it is tried again once a message makes the patient';

/** SQL: the messages that make a patient, or a number. */
const makers = "('ADT^A01', 'ADT^A04', 'ADT^A05', 'ADT^A28', 'ADT^A47', 'ADT^A49')" as const;
/**
 * SQL: a message that waits, came before `q` and names one of its patients in a column. A merge names two. `offset 0`: they are looked up for each message,
 * whereas a join would read all that wait.
 */
const goesBefore = <const Waits extends string>(column: 'patient_key' | 'merged_key', waits: Waits) =>
  `select from hl7_messages before where before.${column} = any(array[q.patient_key, q.merged_key]) and ${waits}
       and not (q.message_type in ${makers} and case when before.state = 'failed' then before.failure is not distinct from '${unknownPatient}'
         else before.message_type not in ${makers} and exists (
           select from hl7_messages unknown where unknown.patient_key = any(array[q.patient_key, q.merged_key]) and unknown.id < before.id
             and unknown.state = 'failed' and unknown.failure = '${unknownPatient}') end) offset 0` as const;
/**
 * In the order in which a patient's messages came. Only who makes a patient, or their number, goes before those that wait for that patient, and what is
 * behind them. Of merges there are few, and the case leaves no other index than theirs, whatever the planner believes of a queue that has filled.
 */
const mayGo = `not exists (
     ${goesBefore('patient_key', "before.id < q.id and before.state in ('queued', 'failed')")})
     and not exists (
     ${goesBefore('merged_key', "case when before.id < q.id then before.state in ('queued', 'failed') end")})` as const;

export const messageQueue = leasedQueue('hl7', {
  table: 'hl7_messages',
  // For faults of this server or its database. What is wrong with a message waits for the engineer at once.
  pauses: [5, 30, 120, 600, 600],
  backlogs: { hl7: { due: `case when ${mayGo} then next_try_at end`, most: 1000 } },
});
failedBacklog('hl7_failed', 'hl7_messages');

/** How many messages are claimed at once, and how many bytes one of them may have: a claim keeps within 2 MB. A larger one is read when its turn comes. */
const claimedAtOnce = 20;
const smallBytes = 100_000;
/** So many messages are looked at for those: of few patients with much to do, a claim of many would look at all that wait. */
const lookedAt = 200;
const claim = {
  reads: `q.interface_id as "interfaceId", q.control_id as "controlId", q.message_type as "messageType",
     case when octet_length(q.content) <= ${smallBytes} then q.content end as content, q.created_at as "createdAt", i.facility_id as "facilityId",
     i.name, i.charset, i.record_numbers as "recordNumbers", f.time_zone as zone`,
  joins: 'join hl7_interfaces i on i.id = q.interface_id join facilities f on f.id = i.facility_id',
  row: ClaimedMessage,
} as const;
const claimNear = messageQueue.claim('claimNear', {
  ...claim,
  among: `select id from hl7_messages where state = 'queued' and ${isFree} and next_try_at <= now() order by next_try_at, id limit ${lookedAt}`,
  where: mayGo,
  most: claimedAtOnce,
});
const claimAny = messageQueue.claim('claim', { ...claim, where: `next_try_at <= now() and ${mayGo}` });

/** Claims messages of different patients: of each the first that waits. */
export async function claimMessages(db: Db): Promise<readonly ClaimedMessage[]> {
  const near = await db.many(claimNear);
  if (near.length > 0) return near;
  const any = await db.maybe(claimAny);
  return any === null ? [] : [any];
}

const content = statement(
  'hl7.content',
  'select content from hl7_messages where id = $id',
  v.object({ content: v.nullable(v.instance(Buffer)) }),
);
/** The sealed text of a message; null where it is no longer stored. */
export const readSealedText = async (db: Db, id: number): Promise<Buffer | null> =>
  (await db.maybe(content, { id }))?.content ?? null;

const add = statement(
  'hl7.addMessage',
  `insert into hl7_messages (interface_id, control_id, body_hash, content, message_type, patient_key, merged_key)
   select id, $controlId, $bodyHash, $content, $messageType, $patientKey, $mergedKey from hl7_interfaces where id = $interfaceId and removed_at is null
   on conflict (interface_id, control_id) do nothing returning id, created_at as "createdAt"`,
  v.object({ id: v.number(), createdAt: v.string() }),
);
const under = statement(
  'hl7.messageUnder',
  `select m.id, m.created_at as "createdAt", m.body_hash as "bodyHash" from hl7_messages m join hl7_interfaces i on i.id = m.interface_id
   where m.interface_id = $interfaceId and m.control_id = $controlId and i.removed_at is null`,
  v.object({ id: v.number(), createdAt: v.string(), bodyHash: v.instance(Buffer) }),
);
/** SQL: what was put off because it is behind a message that failed. */
const isPutOff = 'ended_at is null and failure is null and next_try_at > now()' as const;
/** Whoever waited for this patient is tried again, in order, with what is behind them. */
const wakeWaiting = statement(
  'hl7.wakeWaiting',
  `update hl7_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null
   where (patient_key = $patientKey or merged_key = $patientKey) and state in ('queued', 'failed') and (state = 'failed' and failure = $failure or ${isPutOff})`,
);
const letGo = statement(
  'hl7.letGo',
  `update hl7_messages set next_try_at = now() where patient_key = any($patientKeys::text[]) and ${isPutOff}`,
);
/** How many messages of one patient are put off together. */
const putOffTogether = 10_000;
/** SQL: what is due of patient `key`. What has not ended is queued; said so, and with rows compared whole, only the index of a patient's messages fits. */
const dueOf = (most: number) =>
  `select q.id from hl7_messages q where q.ended_at is null and (q.patient_key, q.next_try_at) >= (key, '-infinity') and (q.patient_key, q.next_try_at) <= (key, now())
         order by q.patient_key, q.next_try_at limit ${most}` as const;
/**
 * The lock keeps a message from being retried or skipped meanwhile, so that whoever does so finds, and lets go, all that was put off. Nothing is
 * waited for: what is skipped here is put off the next time. After an hour it is looked at in any case.
 */
const putOff = statement(
  'hl7.putOff',
  `with failed as (
     select array[f.patient_key, f.merged_key] as keys from hl7_messages f where f.state = 'failed' and ($messageId::bigint is null or f.id = $messageId)
       and exists (select from unnest(array[f.patient_key, f.merged_key]) key cross join lateral (${dueOf(1)}) due)
     for share skip locked),
   behind as (
     select q.id from failed cross join unnest(keys) key cross join lateral (${dueOf(putOffTogether)}) due join hl7_messages q on q.id = due.id
     where case when q.state = 'queued' and q.next_try_at <= now() then ${isFree} and not (${mayGo}) end for update of q skip locked)
   update hl7_messages q set next_try_at = now() + interval '1 hour' from behind where q.id = behind.id`,
);

export interface NewMessage {
  readonly interfaceId: number;
  readonly controlId: string;
  readonly bodyHash: Buffer;
  readonly content: Buffer;
  readonly messageType: string;
  readonly patientKey: string | null;
  /** Of a merge: the patient whose record is given up. */
  readonly mergedKey: string | null;
}

/** Stores a message, once. `isOther`: another one came under its control id. Null: its interface has been removed. */
export async function storeMessage(
  db: Db,
  one: NewMessage,
): Promise<{ readonly id: number; readonly createdAt: string; readonly isOther: boolean } | null> {
  const added = await db.maybe(add, { ...one });
  if (added !== null) return { ...added, isOther: false };
  const before = await db.maybe(under, { interfaceId: one.interfaceId, controlId: one.controlId });
  if (before === null) return null;
  const { bodyHash, ...known } = before;
  return { ...known, isOther: !bodyHash.equals(one.bodyHash) };
}

/** The order in which a patient's messages are worked on holds across the interfaces of a facility. */
export const patientKeyOf = (facilityId: FacilityId, recordNumber: string): string =>
  `${String(facilityId)} ${recordNumber}`;

/**
 * Puts off what waits behind messages that failed, or behind one of them, so that claims need not walk past it. Order does not depend on it.
 * `letGoBehind` undoes it.
 */
export async function putOffBehindFailed(db: Db, messageId: number | null): Promise<void> {
  while ((await db.run(putOff, { messageId })) >= putOffTogether);
}

/** Looks again at what was put off behind messages of these patients. Call it in the transaction in which a message stops being failed. */
export const letGoBehind = (tx: Db, patientKeys: readonly string[]): Promise<number> => tx.run(letGo, { patientKeys });

export const wakeThoseWaitingFor = (tx: Db, patientKey: string): Promise<number> =>
  tx.run(wakeWaiting, { patientKey, failure: unknownPatient });
