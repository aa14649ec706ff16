import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { FacilityId, type IdempotencyKey, LanguageCode, PatientId, TransmitType, type UserId } from '@portal/api';
import * as v from 'valibot';
import { pauses } from '../process/signedPost.ts';
import { claimEntries, leasedQueue } from '../db/leasedQueue.ts';
import { type Db, statement } from '../db/pool.ts';
import { type MailId, MailWords } from '../mail/queue.ts';

const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

const Id = v.object({ transmissionId: v.number() });
const before = statement(
  'transmissions.before',
  'select patient_id as "patientId" from summary_transmissions where user_id = $userId and idempotency_key = $key',
  v.object({ patientId: PatientId }),
);
/** A second try of the same key waits here for the first, and then adds nothing. */
const add = statement(
  'transmissions.add',
  `insert into summary_transmissions (user_id, idempotency_key, patient_id, facility_id, kind, recipient, content, state)
   values ($userId, $key, $patientId, $facilityId, $kind, $recipient, $content, 'queued') on conflict (user_id, idempotency_key) do nothing returning id as "transmissionId"`,
  Id,
);
const noteMail = statement(
  'transmissions.noteMail',
  'update summary_transmissions set mail_id = $mailId where id = $transmissionId',
);

/** Words and files of a secure send as they wait for the gateway. */
export const packedWords = (words: MailWords): Promise<Buffer> => gzipped(JSON.stringify(words));
export const unpackedWords = async (content: Buffer): Promise<MailWords> =>
  v.parse(MailWords, JSON.parse((await gunzipped(content)).toString()));

/** One send. `content`: of a secure one. */
export interface NewTransmission {
  readonly userId: UserId;
  readonly key: IdempotencyKey;
  readonly patientId: PatientId;
  readonly facilityId: FacilityId;
  readonly kind: TransmitType;
  readonly recipient: string;
  readonly content: Buffer | null;
}

/** The patient whose summary somebody sent under a key; null: none was. */
export const sentBefore = async (db: Db, userId: UserId, key: IdempotencyKey): Promise<PatientId | null> =>
  (await db.maybe(before, { userId, key }))?.patientId ?? null;

/** Adds a send and gives its number; null where something was sent under its key already. */
export const addTransmission = async (tx: Db, one: NewTransmission): Promise<number | null> =>
  (await tx.maybe(add, { ...one }))?.transmissionId ?? null;

export const noteMailOf = (tx: Db, transmissionId: number, mailId: MailId): Promise<unknown> =>
  tx.run(noteMail, { transmissionId, mailId });

const ClaimedTransmission = v.object({
  id: v.number(),
  facilityId: FacilityId,
  recipient: v.string(),
  content: v.instance(Buffer),
  messageKey: v.string(),
  createdAt: v.string(),
  ...claimEntries,
});
/** A secure send that this process alone may hand over, for as long as its lease lasts. */
export type ClaimedTransmission = v.InferOutput<typeof ClaimedTransmission>;
export const transmissions = leasedQueue('transmissions', {
  table: 'summary_transmissions',
  pauses,
  ended: ['content'],
  // One that goes by email waits for its mail, which is counted among the mails.
  backlogs: { summary: { where: "q.kind = 'sendSecurely'" } },
});
export const claimTransmission = transmissions.claim('claim', {
  reads: 'facility_id as "facilityId", recipient, content, message_key as "messageKey", created_at as "createdAt"',
  where: "kind = 'sendSecurely' and next_try_at <= now()",
  row: ClaimedTransmission,
});
/** How many sends one statement ends, so that it does not take long after an outage of the mail server. */
const mailedAtOnce = 1000;
/** Sends by email whose mail has ended, one way or the other. One that is no longer there was sent long ago. */
const endMailed = statement(
  'transmissions.endMailed',
  `update summary_transmissions t set state = case when m.state = 'sent' then 'delivered' else 'failed' end, ended_at = now(), failure = m.failure
   from mails m where m.id = t.mail_id and t.state = 'queued' and m.state <> 'queued' and t.id = any(array(
     select q.id from summary_transmissions q join mails e on e.id = q.mail_id where q.state = 'queued' and e.state <> 'queued' limit ${mailedAtOnce}))
   returning t.id as "transmissionId", t.state`,
  v.object({ transmissionId: v.number(), state: v.picklist(['delivered', 'failed']) }),
);
const told = statement(
  'transmissions.told',
  `select t.patient_id as "patientId", t.kind, t.recipient, coalesce(u.email, own.email_address) as email, u.first_name as "firstName", language_of(u.id) as language, u.facility_id as "facilityId"
   from summary_transmissions t join users u on u.id = t.user_id left join patients own on own.user_id = u.id where t.id = $transmissionId`,
  v.object({
    patientId: PatientId,
    kind: TransmitType,
    recipient: v.string(),
    email: v.nullable(v.string()),
    firstName: v.string(),
    language: LanguageCode,
    facilityId: FacilityId,
  }),
);

/** Ends the sends whose mails have ended, and gives those that failed. */
export const settleMailed = async (tx: Db): Promise<number[]> =>
  (await tx.many(endMailed)).flatMap(({ transmissionId, state }) => (state === 'failed' ? [transmissionId] : []));

export const senderOf = (db: Db, transmissionId: number): Promise<v.InferOutput<typeof told.row>> =>
  db.one(told, { transmissionId });
