import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { backlog } from '../db/backlog.ts';
import { claimEntries, leasedQueue } from '../db/leasedQueue.ts';
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

const Claimed = v.object({
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
export type Claimed = v.InferOutput<typeof Claimed>;

/** In the order of a patient. What failed holds back what comes after it, so that an older fact never replaces a newer one. */
const mayGo = `not exists (
     select from outbound_messages before where before.interface_id = q.interface_id and before.patient_id = q.patient_id and before.id < q.id
       and before.state in ('queued', 'failed'))` as const;

export const outbound = leasedQueue('outbound', {
  table: 'outbound_messages',
  pauses,
  backlogs: { outbound: { due: `case when ${mayGo} then next_try_at end`, most: 1000 } },
});
backlog('outbound_failed', {
  rows: "outbound_messages where state = 'failed'",
  order: 'id',
  since: 'created_at',
  due: 'ended_at',
});

const reads =
  `q.kind, q.thing_id as "thingId", q.patient_id as "patientId", q.happened_at as "happenedAt", i.id as "interfaceId", i.name, i.facility_id as "facilityId",
     i.url, i.host, i.port, i.is_tls as "isTls", i.tls_ca as "tlsCa", i.tls_certificate as "tlsCertificate", i.sealed_secret as "sealedSecret",
     i.receiving_application as "receivingApplication", i.receiving_facility as "receivingFacility", i.processing, i.record_numbers as "recordNumbers", q.failure` as const;
const joins = 'join outbound_interfaces i on i.id = q.interface_id';

/** How many messages of one interface are sent at once, over all processes: a silent receiver then never holds all workers. */
const atOnce = 2;
const hasRoom =
  `(select count(*) from outbound_messages busy where busy.interface_id = q.interface_id and busy.state = 'queued' and busy.leased_until > now()) < ${atOnce}` as const;

export const claimOutbound = outbound.claim('claim', {
  reads,
  joins,
  // As a case: for a join the planner would read the whole queue.
  where: `next_try_at <= now() and case when ${mayGo} then ${hasRoom} end`,
  row: Claimed,
});

const found = statement(
  'outbound.find',
  `select q.id, ${reads}, q.tries, '' as lease, q.state, q.ended_at as "endedAt" from outbound_messages q ${joins} where q.id = $messageId`,
  v.object({ ...Claimed.entries, state: v.string(), endedAt: v.nullable(v.string()) }),
);
/** A message without a claim to it, to show it. Null: there is none with this number. */
export const findOutbound = (db: Db, messageId: number): Promise<v.InferOutput<typeof found.row> | null> =>
  db.maybe(found, { messageId });
