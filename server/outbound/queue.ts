import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { failedBacklog } from '../db/backlog.ts';
import { claimEntries, isFree, leasedQueue } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';
import { pauses } from '../process/signedPost.ts';

const outboundKinds = [
  'response',
  'document',
  'alert',
  'confirmation',
  'arrival',
  'arrival_withdrawn',
  'contact_change',
  'message',
] as const;
export type OutboundKind = (typeof outboundKinds)[number];

/** The key of a message towards its receiver, the same for every try: `Idempotency-Key`, `Bundle.identifier`, MSH-10. */
export const eventName = (id: number): string => `event-${String(id)}`;

const ClaimedOutbound = v.object({
  id: v.number(),
  kind: v.picklist(outboundKinds),
  thingId: v.number(),
  patientId: PatientId,
  happenedAt: v.string(),
  interfaceId: v.number(),
  name: v.string(),
  facilityId: FacilityId,
  url: v.nullable(v.string()),
  host: v.nullable(v.string()),
  port: v.nullable(v.number()),
  isTls: v.boolean(),
  tlsCa: v.nullable(v.string()),
  tlsCertificate: v.nullable(v.string()),
  sealedSecret: v.nullable(v.instance(Buffer)),
  receivingApplication: v.string(),
  receivingFacility: v.string(),
  processing: v.string(),
  recordNumbers: v.string(),
  failure: v.nullable(v.string()),
  ...claimEntries,
});
/** A message that this process alone may hand over, for as long as its lease lasts, with where it goes. */
export type ClaimedOutbound = v.InferOutput<typeof ClaimedOutbound>;

/**
 * SQL: the first of those that `q`, which waits, is one of: about one patient at one interface. Rows are compared whole, so that only the index of that order
 * can be used, whatever the planner believes of a queue that has filled since its statistics.
 */
const firstOf =
  `(select f.id from outbound_messages f where f.state in ('queued', 'failed') and (f.interface_id, f.patient_id, f.id) >= (q.interface_id, q.patient_id, 0)
     order by f.interface_id, f.patient_id, f.id limit 1)` as const;
/** In the order of a patient. What failed holds back what comes after it, so that an older fact never replaces a newer one. */
const mayGo = `q.id = ${firstOf}` as const;

export const outbound = leasedQueue('outbound', {
  table: 'outbound_messages',
  pauses,
  backlogs: { outbound: { due: `case when ${mayGo} then next_try_at end`, most: 1000 } },
});
failedBacklog('outbound_failed', 'outbound_messages');

const reads =
  `q.kind, q.thing_id as "thingId", q.patient_id as "patientId", q.happened_at as "happenedAt", i.id as "interfaceId", i.name, i.facility_id as "facilityId",
     i.url, i.host, i.port, i.is_tls as "isTls", i.tls_ca as "tlsCa", i.tls_certificate as "tlsCertificate", i.sealed_secret as "sealedSecret",
     i.receiving_application as "receivingApplication", i.receiving_facility as "receivingFacility", i.processing, i.record_numbers as "recordNumbers", q.failure` as const;
const joins = 'join outbound_interfaces i on i.id = q.interface_id';

/** SQL: what is due at interface `i`, in the order of claims. What has not ended is queued. */
const dueAt =
  `from outbound_messages q where q.ended_at is null and (q.interface_id, q.next_try_at) >= (i.id, '-infinity') and (q.interface_id, q.next_try_at) <= (i.id, now())
     and ${isFree}` as const;
const inTurn = 'order by q.interface_id, q.next_try_at, q.id' as const;

/** How many messages of one interface are sent at once, over all processes: a silent receiver then never holds all workers. */
const atOnce = 2;
/** SQL: how many of interface `i` are being sent, at most so many. */
const busyAt = `(select count(*) from (
     select from outbound_messages b where b.lease is not null and (b.interface_id, b.leased_until) > (i.id, now())
       and (b.interface_id, b.leased_until) < (i.id + 1, '-infinity') order by b.interface_id, b.leased_until limit ${atOnce}) busy)` as const;
/** Other processes may be taking the first ones. */
const lookedAt = 4 * atOnce;

export const claimOutbound = outbound.claim('claim', {
  reads,
  joins,
  among: `select first.id from outbound_interfaces i cross join lateral (select q.id ${dueAt} and ${mayGo} ${inTurn} limit ${lookedAt}) first where ${busyAt} < ${atOnce}`,
  row: ClaimedOutbound,
});

/** How many due messages of each interface are looked at together, to put off those that are behind another. */
const lookedAtTogether = 1000;
/** How many are put off together behind one that was not handed over. */
const putOffTogether = 10_000;
/**
 * SQL: `one` is put off behind `before`, which is locked meanwhile: whoever ends that one, or moves it to another patient, then finds, and lets go, what was put
 * off. As cases, so that each is looked up by its id.
 */
const putOff = <const Pairs extends string>(pairs: Pairs) =>
  `with pairs as materialized (${pairs}),
   behind as materialized (
     select one from pairs p
       cross join lateral (select from outbound_messages where id = p.before and case when patient_id = p.patient_id then state in ('queued', 'failed') end
         for share skip locked) held
       cross join lateral (select from outbound_messages where id = p.one and case when patient_id = p.patient_id and state = 'queued' and next_try_at <= now() then ${isFree} end
         for update skip locked) due)
   update outbound_messages set next_try_at = now() + interval '1 hour' where id = any(array(select one from behind))` as const;
const putOffDue = statement(
  'outbound.putOff',
  putOff(`select one, before, patient_id from outbound_interfaces i
     cross join lateral (select q.id as one, ${firstOf} as before, q.patient_id ${dueAt} ${inTurn} limit ${lookedAtTogether}) due where one <> before`),
);
const putOffBehind = statement(
  'outbound.putOffBehind',
  putOff(`select one, b.id as before, b.patient_id from outbound_messages b cross join lateral (
       select m.id as one from outbound_messages m where m.state in ('queued', 'failed') and (m.interface_id, m.patient_id, m.id) > (b.interface_id, b.patient_id, b.id)
         and (m.interface_id, m.patient_id, m.id) < (b.interface_id, b.patient_id + 1, 0)
       order by m.interface_id, m.patient_id, m.id limit ${putOffTogether}) q
     where b.id = $messageId`),
);
/**
 * Puts off what is behind another message about the same patient at the same interface, so that claims need not walk past it. Order does not depend on it. The
 * end of the one before lets the next one go (trigger `let_next_outbound_go`); after an hour it is looked at in any case.
 */
export async function putOffBehindOthers(db: Db): Promise<void> {
  while ((await db.run(putOffDue)) > 0);
}
/** The same for what is behind one message, which was not handed over. */
export const putOffBehindThis = (db: Db, messageId: number): Promise<number> => db.run(putOffBehind, { messageId });

const found = statement(
  'outbound.find',
  `select q.id, ${reads}, q.tries, '' as lease, q.state, q.ended_at as "endedAt" from outbound_messages q ${joins} where q.id = $messageId`,
  v.object({ ...ClaimedOutbound.entries, state: v.string(), endedAt: v.nullable(v.string()) }),
);
/** A message without a claim to it, to show it. Null: there is none with this number. */
export const findOutbound = (db: Db, messageId: number): Promise<v.InferOutput<typeof found.row> | null> =>
  db.maybe(found, { messageId });
