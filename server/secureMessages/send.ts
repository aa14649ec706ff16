import {
  type CareProviderId,
  type IdempotencyKey,
  type MessageRequest,
  type MessageAttachmentId,
  type PatientId,
  SecureMessageId,
  SecureThreadId,
  attachmentLimits,
} from '@portal/api';
import * as v from 'valibot';
import { type Actor, notFound, orNotFound } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { newReceiptNumber } from '../questionnaires/receipts.ts';
import { addRequest } from './requests.ts';
import { takesMessages } from './sql.ts';

const Sent = v.object({ threadId: SecureThreadId, messageId: SecureMessageId });
export type Sent = v.InferOutput<typeof Sent>;

/** The emptied row stays, so that a late save does not restore the draft. It also makes a second request with the same key wait here. */
const endDraft = statement(
  'messages.endDraft',
  `insert into secure_message_drafts as d (user_id, draft_id, patient_id, saved_at, ended_at, ended_as) values ($userId, $draftId, $patientId, now(), now(), 'sent')
   on conflict (user_id, draft_id) do update set ended_at = coalesce(d.ended_at, now()), ended_as = 'sent', subject = '', content = ''
     where d.patient_id = excluded.patient_id returning 1 as one`,
);
const sentBefore = statement(
  'messages.sentBefore',
  `select m.thread_id as "threadId", m.id as "messageId" from secure_messages m where m.patient_id = $patientId and m.source = 'portal' and m.send_key = $sendKey`,
  Sent,
);
/** Messages of one person about one patient within a day: far more than anybody writes, and few enough for an office to read. */
const mostInDay = 100;
const sentToday = statement(
  'messages.sentToday',
  `select count(*)::int as count from secure_messages m where m.patient_id = $patientId and m.author_user_id = $userId and m.sent_at > now() - interval '1 day'`,
  v.object({ count: v.number() }),
);
const recipient = statement(
  'messages.recipient',
  `select 1 as one from care_team_members t where t.patient_id = $patientId and t.care_provider_id = $careProviderId and ${takesMessages}`,
);
const addThread = statement(
  'messages.addThread',
  `with made as (
     insert into secure_threads (patient_id, facility_id, care_provider_id, provider_first_name, provider_last_name, subject, external_system_id)
     select t.patient_id, c.facility_id, t.care_provider_id, c.first_name, c.last_name, $subject, t.external_system_id
     from care_team_members t join care_providers c on c.id = t.care_provider_id where t.patient_id = $patientId and t.care_provider_id = $careProviderId
     returning id),
   sides as (insert into secure_thread_members (thread_id, is_patient) select made.id, side.is_patient from made, (values (true), (false)) as side (is_patient))
   select made.id as "threadId" from made`,
  v.object({ threadId: SecureThreadId }),
);
const lockThread = statement(
  'messages.lockThread',
  'select t.reply_allowed as "replyAllowed" from secure_threads t where t.id = $threadId and t.patient_id = $patientId for update',
  v.object({ replyAllowed: v.boolean() }),
);
/** The patient is the author; whoever writes for them is named as well. */
const addMessage = statement(
  'messages.add',
  `insert into secure_messages (thread_id, patient_id, is_from_patient, author_user_id, author_first_name, author_last_name, proxy_first_name, proxy_last_name,
     content, language, send_key, receipt_number)
   select $threadId, p.id, true, u.id, p.first_name, p.last_name, case when p.user_id <> u.id then u.first_name end, case when p.user_id <> u.id then u.last_name end,
     $content, coalesce(u.language, f.default_language), $sendKey, $receiptNumber
   from patients p join facilities f on f.id = p.home_facility_id, users u where p.id = $patientId and u.id = $userId
   returning thread_id as "threadId", id as "messageId"`,
  Sent,
);
/** In the order in which the files were given. A file that the scanner has not cleared yet is included. */
const takeAttachments = statement(
  'messages.takeAttachments',
  `update message_attachments a set message_id = $messageId, user_id = null, draft_id = null, position = array_position($attachmentIds::bigint[], a.id)
   where a.id = any($attachmentIds) and a.patient_id = $patientId and a.user_id = $userId and a.draft_id = $draftId and a.message_id is null and a.state in ('ready', 'held')
   returning a.byte_count as bytes`,
  v.object({ bytes: v.number() }),
);
const dropRest = statement(
  'messages.dropRest',
  'delete from message_attachments where user_id = $userId and draft_id = $draftId and patient_id = $patientId and message_id is null',
);

export interface Sending {
  readonly actor: Actor;
  readonly patientId: PatientId;
  readonly key: IdempotencyKey;
  readonly content: string;
  readonly attachmentIds: readonly MessageAttachmentId[];
}
export type Destination =
  | { readonly threadId: SecureThreadId }
  | {
      readonly careProviderId: CareProviderId;
      readonly subject: string;
      readonly request: MessageRequest | null;
    };

type Refusing = (
  code:
    | 'not_recipient'
    | 'request_not_offered'
    | 'reply_closed'
    | 'attachment_missing'
    | 'attachments_too_large'
    | 'too_many_messages',
) => Error;

async function threadFor(tx: Db, patientId: PatientId, to: Destination, refuse: Refusing): Promise<SecureThreadId> {
  if ('threadId' in to) {
    const thread = orNotFound(await tx.maybe(lockThread, { threadId: to.threadId, patientId }));
    if (!thread.replyAllowed) throw refuse('reply_closed');
    return to.threadId;
  }
  const { careProviderId, subject } = to;
  if (!(await tx.has(recipient, { patientId, careProviderId }))) throw refuse('not_recipient');
  return (await tx.one(addThread, { patientId, careProviderId, subject: subject.trim() })).threadId;
}

/**
 * Stores a message from the patient's side exactly once: a repeated key, even at the same moment, gets the first answer. The draft with
 * this key ends, and its named files go with the message; the others are deleted. Call it in a transaction.
 */
export async function send(tx: Db, sending: Sending, to: Destination, refuse: Refusing): Promise<Sent> {
  const { actor, patientId, key, content } = sending;
  const { userId } = actor;
  const draft = { userId, draftId: key, patientId };
  // The user's key is already in use for another patient.
  if (!(await tx.has(endDraft, draft))) throw notFound();
  const before = await tx.maybe(sentBefore, { patientId, sendKey: key });
  if (before !== null) return before;
  if ((await tx.one(sentToday, { patientId, userId })).count >= mostInDay) throw refuse('too_many_messages');
  const threadId = await threadFor(tx, patientId, to, refuse);
  const sent = await tx.one(addMessage, {
    threadId,
    patientId,
    userId,
    content,
    sendKey: key,
    receiptNumber: newReceiptNumber(),
  });
  const request = 'threadId' in to ? null : to.request;
  if (request !== null && !(await addRequest(tx, { ...sent, patientId }, request))) throw refuse('request_not_offered');
  const attachmentIds = [...new Set(sending.attachmentIds)];
  if (attachmentIds.length > 0) {
    const taken = await tx.many(takeAttachments, { ...draft, messageId: sent.messageId, attachmentIds });
    if (taken.length < attachmentIds.length) throw refuse('attachment_missing');
    if (taken.reduce((sum, { bytes }) => sum + bytes, 0) > attachmentLimits.allBytes)
      throw refuse('attachments_too_large');
  }
  await tx.run(dropRest, draft);
  await audit(
    tx,
    request === null
      ? { type: 'message.sent', actor, patientId, detail: { ...sent } }
      : { type: 'request.sent', actor, patientId, detail: { ...sent, kind: request.kind } },
  );
  return sent;
}
