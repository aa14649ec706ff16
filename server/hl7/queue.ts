import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { backlog } from '../db/backlog.ts';
import { claimEntries, leasedQueue } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';

const Claimed = v.object({
  id: v.number(),
  interfaceId: v.number(),
  controlId: v.string(),
  content: v.nullable(v.instance(Buffer)),
  createdAt: v.string(),
  facilityId: FacilityId,
  name: v.string(),
  charset: v.nullable(v.string()),
  recordNumbers: v.nullable(v.string()),
  zone: v.string(),
  ...claimEntries,
});
/** A message that this process alone may work on, for as long as its lease lasts, with what is set for its interface. */
export type Claimed = v.InferOutput<typeof Claimed>;

/** Why a message waits that names somebody who is not known yet. Those that make the patient go before it. */
export const unknownPatient = 'nobody has this record number: it is tried again once a message makes the patient';

/**
 * SQL: a message that came before `q` and names one of its patients in a column. A merge names two. `offset 0`: they are looked up for each
 * message, whereas a join would read all that wait.
 */
const goesBefore = (column: 'patient_key' | 'merged_key') =>
  `select from hl7_messages before where before.${column} = any(array[q.patient_key, q.merged_key]) and before.id < q.id and before.state in ('queued', 'failed')
       and not (before.failure is not null and before.failure = '${unknownPatient}'
         and q.message_type in ('ADT^A01', 'ADT^A04', 'ADT^A05', 'ADT^A28', 'ADT^A47', 'ADT^A49')) offset 0` as const;
/** In the order in which a patient's messages came. Only who makes a patient, or their number, goes before those that wait for that patient. */
const mayGo = `not exists (
     ${goesBefore('patient_key')})
     and not exists (
     ${goesBefore('merged_key')})` as const;

export const messages = leasedQueue('hl7', {
  table: 'hl7_messages',
  // For faults of this server or its database. What is wrong with a message waits for the engineer at once.
  pauses: [5, 30, 120, 600, 600],
  backlogs: { hl7: { due: `case when ${mayGo} then next_try_at end`, most: 1000 } },
});
backlog('hl7_failed', {
  rows: "hl7_messages where state = 'failed'",
  order: 'id',
  since: 'created_at',
  due: 'ended_at',
});

export const claimMessage = messages.claim('claim', {
  reads: `q.interface_id as "interfaceId", q.control_id as "controlId", q.content, q.created_at as "createdAt", i.facility_id as "facilityId",
     i.name, i.charset, i.record_numbers as "recordNumbers", f.time_zone as zone`,
  joins: 'join hl7_interfaces i on i.id = q.interface_id join facilities f on f.id = i.facility_id',
  where: `next_try_at <= now() and ${mayGo}`,
  row: Claimed,
});

const add = statement(
  'hl7.addMessage',
  `insert into hl7_messages (interface_id, control_id, body_hash, content, message_type, patient_key, merged_key)
   values ($interfaceId, $controlId, $bodyHash, $content, $messageType, $patientKey, $mergedKey)
   on conflict (interface_id, control_id) do nothing returning id, created_at as "createdAt"`,
  v.object({ id: v.number(), createdAt: v.string() }),
);
const under = statement(
  'hl7.messageUnder',
  'select id, created_at as "createdAt", body_hash as "bodyHash" from hl7_messages where interface_id = $interfaceId and control_id = $controlId',
  v.object({ id: v.number(), createdAt: v.string(), bodyHash: v.instance(Buffer) }),
);
/** Whoever waited for this patient is tried again, in order. */
const wakeWaiting = statement(
  'hl7.wakeWaiting',
  `update hl7_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null
   where (patient_key = $patientKey or merged_key = $patientKey) and state = 'failed' and failure = $failure`,
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

/** Stores a message, once. `isOther`: another one came under its control id. */
export async function storeMessage(
  db: Db,
  one: NewMessage,
): Promise<{ readonly id: number; readonly createdAt: string; readonly isOther: boolean }> {
  const added = await db.maybe(add, { ...one });
  if (added !== null) return { ...added, isOther: false };
  const { bodyHash, ...known } = await db.one(under, { interfaceId: one.interfaceId, controlId: one.controlId });
  return { ...known, isOther: !bodyHash.equals(one.bodyHash) };
}

/** The order in which a patient's messages are worked on holds across the interfaces of a facility. */
export const patientKeyOf = (facilityId: FacilityId, recordNumber: string): string =>
  `${String(facilityId)} ${recordNumber}`;

export const wakeThoseWaitingFor = (tx: Db, patientKey: string): Promise<number> =>
  tx.run(wakeWaiting, { patientKey, failure: unknownPatient });
