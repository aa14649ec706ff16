import { type FacilityId, Instant, PatientId, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { fileColumns, fileEntries, withBytes } from '../files/storedFile.ts';
import { senderOf } from './sql.ts';

const mostListed = 500;

const waiting = statement(
  'messages.waiting',
  `select t.id as "threadId", t.patient_id as "patientId", t.subject, p.mrn, concat_ws(' ', p.last_name, p.first_name) as patient,
     concat_ws(' ', t.provider_first_name, t.provider_last_name) as provider, f.short_name as facility, last.sent_at as "sentAt", last.read_at is not null as "isOpened",
     r.kind as "requestKind", r.promised_by as "promisedBy"
   from secure_threads t join patients p on p.id = t.patient_id join facilities f on f.id = t.facility_id
     join lateral (select m.is_from_patient, m.sent_at, m.read_at from secure_messages m where m.thread_id = t.id order by m.sent_at desc, m.id desc limit 1) last on last.is_from_patient
     left join secure_requests r on r.thread_id = t.id and r.outcome is null
   where ($facilityId::bigint is null or t.facility_id = $facilityId)
     and ($provider::text is null or lower(concat_ws(' ', t.provider_first_name, t.provider_last_name)) = lower($provider))
   order by last.sent_at, t.id limit $mostListed`,
  v.object({
    threadId: SecureThreadId,
    patientId: PatientId,
    subject: v.string(),
    mrn: v.string(),
    patient: v.string(),
    provider: v.string(),
    facility: v.string(),
    sentAt: Instant,
    isOpened: v.boolean(),
    requestKind: v.nullable(v.string()),
    promisedBy: v.nullable(Instant),
  }),
);
const head = statement(
  'messages.officeThread',
  `select t.patient_id as "patientId", t.subject, p.mrn, concat_ws(' ', p.first_name, p.last_name) as patient, p.date_of_birth::text as "bornOn",
     concat_ws(' ', t.provider_first_name, t.provider_last_name) as provider, t.reply_allowed as "replyAllowed"
   from secure_threads t join patients p on p.id = t.patient_id where t.id = $threadId`,
  v.object({
    patientId: PatientId,
    subject: v.string(),
    mrn: v.string(),
    patient: v.string(),
    bornOn: v.string(),
    provider: v.string(),
    replyAllowed: v.boolean(),
  }),
);
const messages = statement(
  'messages.officeMessages',
  `select m.id as "messageId", ${senderOf} as sender, case when m.proxy_first_name is not null then concat_ws(' ', m.author_first_name, m.author_last_name) end as "onBehalfOf",
     m.sent_at as "sentAt", m.is_from_patient as "isFromPatient", m.read_at as "readAt", m.content
   from secure_messages m join secure_threads t on t.id = m.thread_id left join care_providers c on c.id = t.care_provider_id
   where m.thread_id = $threadId order by m.sent_at, m.id`,
  v.object({
    messageId: v.number(),
    sender: v.string(),
    onBehalfOf: v.nullable(v.string()),
    sentAt: Instant,
    isFromPatient: v.boolean(),
    readAt: v.nullable(Instant),
    content: v.string(),
  }),
);
const files = statement(
  'messages.officeFiles',
  `select a.message_id as "messageId", a.id as "attachmentId", a.file_name as "fileName", a.byte_count as bytes, a.state, ${fileColumns('a')}
   from message_attachments a join secure_messages m on m.id = a.message_id where m.thread_id = $threadId order by a.message_id, a.position, a.id`,
  v.object({
    messageId: v.number(),
    attachmentId: v.number(),
    fileName: v.string(),
    bytes: v.number(),
    state: v.string(),
    ...fileEntries,
  }),
);
const close = statement(
  'messages.close',
  'update secure_threads set reply_allowed = false where id = $threadId and reply_allowed returning patient_id as "patientId"',
  v.object({ patientId: PatientId }),
);

/** A thread whose newest message is the patient's. */
export type WaitingThread = v.InferOutput<typeof waiting.row>;

/** Threads that wait for an answer, the longest wait first; only of one facility or provider if given. */
export const listWaiting = (db: Db, facilityId: FacilityId | null, provider: string | null): Promise<WaitingThread[]> =>
  db.many(waiting, { facilityId, provider, mostListed });

/** A thread as the facility's staff read it; null if there is none with this id. */
export async function readForOffice(db: Db, threadId: SecureThreadId) {
  const thread = await db.maybe(head, { threadId });
  if (thread === null) return null;
  const attached = [];
  for (const { state, ...file } of await db.many(files, { threadId }))
    attached.push(state === 'ready' ? await withBytes(db, file) : { ...file, content: null });
  return { ...thread, messages: await db.many(messages, { threadId }), files: attached };
}

/** Closes a thread for replies; null if there is no open thread with this id. */
export const closeThread = (db: Db, threadId: SecureThreadId): Promise<{ patientId: PatientId } | null> =>
  db.maybe(close, { threadId });
