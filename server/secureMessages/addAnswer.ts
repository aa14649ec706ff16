import { type AttachmentType, PatientId, type RequestOutcome, SecureMessageId, type SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { decideRequest } from './requests.ts';

/** A file that a provider sends. Its bytes are stored unchanged. */
export interface AnswerFile {
  readonly fileName: string;
  readonly fileType: AttachmentType;
  readonly content: Buffer;
  readonly pageCount?: number | null;
  readonly thumbnail?: Buffer | null;
}

/** What a provider, or somebody in their office, writes to a patient. */
export interface Answer {
  readonly threadId: SecureThreadId;
  readonly from: { readonly firstName: string; readonly lastName: string };
  readonly content: string;
  /** The language of the text if it is known, such as `es`. */
  readonly language?: string | null;
  /** Identifies the message in the system that it came from. A repeat adds nothing. */
  readonly key: string;
  readonly source: string;
  readonly attachments?: readonly AnswerFile[];
  /** When it was written, if it is delivered later; null: now. */
  readonly sentAt?: Date | null;
  /** What it says became of the patient's request; without effect in other threads. */
  readonly outcome?: RequestOutcome | null;
  /** Who entered it; null: the facility's system. */
  readonly actor?: AuditActor | null;
}

const patientOf = statement(
  'messages.patientOf',
  'select t.patient_id as "patientId" from secure_threads t where t.id = $threadId for update',
  v.object({ patientId: PatientId }),
);
const Made = v.object({ messageId: SecureMessageId });
const add = statement(
  'messages.addAnswer',
  `insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, language, source, send_key, sent_at)
   values ($threadId, $patientId, false, $firstName, $lastName, $content, $language, $source, $sendKey, coalesce($sentAt, now()))
   on conflict (patient_id, source, send_key) do nothing returning id as "messageId"`,
  Made,
);
const known = statement(
  'messages.knownAnswer',
  'select id as "messageId" from secure_messages where patient_id = $patientId and source = $source and send_key = $sendKey',
  Made,
);
const addFile = statement(
  'messages.addAnswerFile',
  `insert into message_attachments (patient_id, message_id, position, upload_key, file_name, file_type, byte_count, page_count, content, thumbnail, state)
   values ($patientId, $messageId, $position, $uploadKey, $fileName, $fileType, $byteCount, $pageCount, $content, $thumbnail, 'ready')`,
);
const bringBack = statement(
  'messages.bringBack',
  'update secure_thread_members set archived_at = null where thread_id = $threadId and is_patient and archived_at is not null',
);
const open = statement(
  'messages.markOpened',
  `with opened as (update secure_messages set read_at = $at where thread_id = $threadId and is_from_patient and read_at is null)
   update secure_thread_members set reviewed_at = $at where thread_id = $threadId and not is_patient`,
);

/** Messages that came after an answer was written need not have been read by its writer. */
const openUntil = statement(
  'messages.markOpenedUntil',
  'update secure_messages set read_at = $at where thread_id = $threadId and is_from_patient and read_at is null and sent_at <= $at',
);

/** Stores that the provider's side has opened all of the patient's messages in a thread. Only the first time is stored. */
export const markOpened = (db: Db, threadId: SecureThreadId): Promise<unknown> =>
  db.run(open, { threadId, at: new Date() });

const openSeen = statement(
  'messages.markOpenedSeen',
  `with opened as (
     update secure_messages set read_at = greatest(sent_at, $at) where thread_id = $threadId and is_from_patient and read_at is null
       and (sent_at <= $at or id <= $messageId) returning id)
   update secure_thread_members set reviewed_at = greatest(reviewed_at, $at) where thread_id = $threadId and not is_patient and exists (select from opened)`,
);
/**
 * Stores that somebody has opened a thread at an instant: of the messages that were there by then, and of those up to the one that they name,
 * whatever their clock says. What the patient has written since waits for them.
 */
export const markOpenedAt = (
  db: Db,
  threadId: SecureThreadId,
  { at, messageId }: { readonly at: Date; readonly messageId: SecureMessageId | null },
): Promise<unknown> => db.run(openSeen, { threadId, at, messageId });

const requestAudits = { done: 'request.done', declined: 'request.declined' } as const;

/**
 * Stores what the provider's side wrote, exactly once for each source and key. The thread leaves the patient's archive, and the messages
 * that were answered count as opened. Call it in a transaction.
 */
export async function addAnswer(
  tx: Db,
  answer: Answer,
): Promise<{ readonly messageId: SecureMessageId; readonly isNew: boolean } | null> {
  const {
    threadId,
    from,
    content,
    language = null,
    key: sendKey,
    source,
    attachments = [],
    sentAt = null,
    outcome = null,
    actor = null,
  } = answer;
  const thread = await tx.maybe(patientOf, { threadId });
  if (thread === null) return null;
  const { patientId } = thread;
  const { firstName, lastName } = from;
  const made = await tx.maybe(add, {
    threadId,
    patientId,
    firstName,
    lastName,
    content,
    language,
    source,
    sendKey,
    sentAt,
  });
  if (made === null) return { ...(await tx.one(known, { patientId, source, sendKey })), isNew: false };
  const { messageId } = made;
  for (const [position, file] of attachments.entries()) {
    await tx.run(addFile, {
      ...file,
      patientId,
      messageId,
      position,
      uploadKey: `${source}:${sendKey}:${String(position)}`,
      byteCount: file.content.length,
      pageCount: file.pageCount ?? null,
      thumbnail: file.thumbnail ?? null,
    });
  }
  await tx.run(bringBack, { threadId });
  if (sentAt === null) await markOpened(tx, threadId);
  else await tx.run(openUntil, { threadId, at: sentAt });
  await audit(tx, { type: 'message.answered', actor, patientId, detail: { threadId, messageId } });
  if (outcome !== null && (await decideRequest(tx, { threadId, messageId }, outcome)))
    await audit(tx, { type: requestAudits[outcome], actor, patientId, detail: { threadId } });
  return { messageId, isNew: true };
}
