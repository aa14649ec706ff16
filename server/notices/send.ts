import { randomUUID } from 'node:crypto';
import { NoticeChannel, PatientId, noticeChannels } from '@portal/api';
import * as v from 'valibot';
import { isFree } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';
import { rowsJson } from '../db/rowsJson.ts';
import { portalOrigin } from '../mail/links.ts';
import { type QueuedNotice, enqueueNotices } from '../mail/queue.ts';
import { type Stop, composeNotice } from './compose.ts';
import { keyOf, occasionsOf, plan } from './plan.ts';
import { enqueuePush } from './push/queue.ts';
import { newsModule, settleNews, withNews } from './news.ts';
import type { News } from './newsPlan.ts';
import { type Patient, readPatients } from './situations.ts';

const takeDue = statement(
  'notices.takeDue',
  'select patient_id as "patientId" from notice_agenda where look_at <= $now order by look_at limit $count for update skip locked',
  v.object({ patientId: PatientId }),
);
const addTold = statement(
  'notices.add',
  `insert into notices (patient_id, kind, thing_id, occasion, channel, message_key, told_at)
   select patient_id, kind, thing_id, occasion, channel, message_key, $now from jsonb_to_recordset($notices::jsonb)
     as n(patient_id bigint, kind text, thing_id bigint, occasion text, channel text, message_key uuid)`,
);
const addStops = statement(
  'notices.addStops',
  `insert into notice_stops (token_hash, patient_id, channel, kinds, created_at)
   select token_hash, patient_id, channel, kinds, $now from jsonb_to_recordset($stops::jsonb) as s(token_hash bytea, patient_id bigint, channel text, kinds text[])`,
);
const setLooks = statement(
  'notices.setLooks',
  `update notice_agenda a set look_at = l.look_at from jsonb_to_recordset($looks::jsonb) as l(patient_id bigint, look_at timestamptz) where a.patient_id = l.patient_id`,
);
const forget = statement('notices.forget', 'delete from notice_agenda where patient_id = any($patientIds::bigint[])');
// Mails are found by their keys. A plain `state = 'queued'` would let the planner read the whole queue for each patient, because it takes the queue
// to be as short as at its last statistics; so this state is asked in a subquery here, and in a `case` below.
const waiting = statement(
  'notices.waiting',
  `select n.patient_id as "patientId", n.message_key as "messageKey", concat_ws(' ', n.channel, n.kind, n.thing_id, n.occasion) as key, n.channel,
     case n.kind when 'record' then ${newsModule} is not null end as "isNews"
   from notices n left join record_resources r on n.kind = 'record' and r.id = n.thing_id and r.patient_id = n.patient_id
   where n.patient_id = any($patientIds::bigint[]) and n.told_at > $now::timestamptz - interval '60 days'
     and (select m.state from mails m where m.message_key = n.message_key) = 'queued'`,
  v.object({
    patientId: PatientId,
    messageKey: v.string(),
    key: v.string(),
    channel: NoticeChannel,
    isNews: v.nullable(v.boolean()),
  }),
);
const withdraw = statement(
  'notices.withdraw',
  `with ended as (
     update mails set state = 'expired', ended_at = now(), recipient = null, content = null
     where message_key = any($messageKeys::uuid[]) and case state when 'queued' then ${isFree} end returning message_key)
   delete from notices n using ended where n.patient_id = any($patientIds::bigint[]) and n.message_key = ended.message_key`,
);

/** Withdraws queued notices that are no longer true: the visit was cancelled, the message was read, what is new in the record was seen, or the kind was switched off. */
async function takeBack(tx: Db, patients: readonly Patient[], now: Date): Promise<void> {
  const patientIds = patients.map(({ patientId }) => patientId);
  const queued = await tx.many(waiting, { patientIds, now });
  if (queued.length === 0) return;
  const valid = new Map(
    patients.map(({ patientId, situation: { choices, recordTiming }, situation }) => [
      patientId,
      {
        keys: new Set(occasionsOf(situation).map(keyOf)),
        recordChannels: recordTiming === 'Off' ? [] : choices.record.map(({ channel }) => channel),
      },
    ]),
  );
  const stillTrue = new Set(
    queued
      .filter(({ patientId, key, channel, isNews }) =>
        isNews === null
          ? valid.get(patientId)?.keys.has(key)
          : isNews && valid.get(patientId)?.recordChannels.includes(channel),
      )
      .map(({ messageKey }) => messageKey),
  );
  const messageKeys = [...new Set(queued.map(({ messageKey }) => messageKey))].filter((key) => !stillTrue.has(key));
  if (messageKeys.length > 0) await tx.run(withdraw, { patientIds, messageKeys });
}

export interface Turn {
  readonly patients: number;
  readonly things: number;
  readonly messages: number;
}

/**
 * Queues what is due for at most `count` patients, in the caller's transaction. Concurrent calls get other patients. The sent notices are
 * stored in the same transaction, so that nothing is sent twice.
 */
export async function tellDue(tx: Db, now: Date, count: number, portalUrl: string | null): Promise<Turn> {
  const patientIds = (await tx.many(takeDue, { now, count })).map(({ patientId }) => patientId);
  if (patientIds.length === 0) return { patients: 0, things: 0, messages: 0 };
  const patients = await withNews(tx, await readPatients(tx, patientIds, now), now);
  // A patient without settings needs no notices. New settings put the patient on the agenda again.
  const known = new Set(patients.map(({ patientId }) => patientId));
  const unknown = patientIds.filter((id) => !known.has(id));
  if (unknown.length > 0) await tx.run(forget, { patientIds: unknown });
  await takeBack(tx, patients, now);
  const origins = new Map<number, string>();
  const notices: QueuedNotice[] = [];
  const stops: Stop[] = [];
  const told: object[] = [];
  const looks: object[] = [];
  const settled: News[] = [];
  let pushes = 0;
  for (const patient of patients) {
    const { patientId, facilityId } = patient;
    const { due, lookAt, settled: done } = plan(patient.situation, now.getTime());
    settled.push(...done);
    looks.push({ patientId, lookAt: new Date(lookAt).toISOString() });
    for (const channel of noticeChannels) {
      const things = due.filter((one) => one.channel === channel);
      const recipient = patient.addresses[channel];
      if (things.length === 0 || recipient === null) continue;
      if (channel === 'Push') {
        const messageKey = randomUUID();
        await enqueuePush(tx, patientId, [...new Set(things.map(({ kind }) => kind))]);
        told.push(...things.map((one) => ({ ...one, patientId, messageKey })));
        pushes += 1;
        continue;
      }
      const origin = origins.get(facilityId) ?? (await portalOrigin(tx, facilityId, null, portalUrl));
      origins.set(facilityId, origin);
      const { notice, stop } = composeNotice(patient, { channel, recipient }, things, origin);
      notices.push(notice);
      stops.push(stop);
      told.push(...things.map((one) => ({ ...one, patientId, messageKey: notice.messageKey })));
    }
  }
  // If a row exists although it should not, the transaction fails: no notice is better than two.
  if (told.length > 0) {
    await tx.run(addTold, { notices: rowsJson(told), now });
    await tx.run(addStops, { stops: rowsJson(stops), now });
    await enqueueNotices(tx, notices);
  }
  await settleNews(tx, settled);
  await tx.run(setLooks, { looks: rowsJson(looks) });
  return { patients: patientIds.length, things: told.length, messages: notices.length + pushes };
}
