import {
  type IdempotencyKey,
  MessageAttachment,
  type MessageAttachmentId,
  type MessageDraftId,
  PatientId,
  type UserId,
  attachmentLimits,
} from '@portal/api';
import * as v from 'valibot';
import { hashOf } from '../../http/secrets.ts';
import { type Db, statement } from '../../db/pool.ts';
import { storedFileName } from '../../files/fileName.ts';
import type { ConvertedFile } from '../../files/convertFile.ts';
import { fileTable } from '../../files/fileTables.ts';
import { fileColumns, fileEntries, withBytes } from '../../files/storedFile.ts';

// One that waits for the scanner is read and replaced soon.
fileTable('message_attachments', { where: "state = 'ready'" });

/** Columns of `message_attachments a` that make a `MessageAttachment`. */
const attachmentColumns = `a.id as "attachmentId", a.file_name as "fileName", a.file_type as "fileType", a.byte_count as bytes,
     a.page_count as pages, a.thumbnail is not null as "hasThumbnail", a.location_removed as "locationRemoved", a.state`;

export interface Upload {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly draftId: MessageDraftId;
  readonly key: IdempotencyKey;
  readonly bytes: Buffer;
}
const namesOf = ({ userId, patientId, draftId, key, bytes }: Upload) => ({
  userId,
  patientId,
  draftId,
  // Somebody who acts for the patient makes keys too. The hash includes the user, so that no key can name another user's file.
  uploadKey: hashOf(`${userId} ${draftId} ${key}`).toString('hex'),
  sentHash: hashOf(bytes),
});

const sameFile = statement(
  'attachments.same',
  `select ${attachmentColumns} from message_attachments a
   where a.patient_id = $patientId and (a.upload_key = $uploadKey
     or (a.user_id = $userId and a.draft_id = $draftId and a.sent_hash = $sentHash and a.message_id is null))
   order by a.upload_key = $uploadKey desc limit 1`,
  MessageAttachment,
);

/** The file that exists already: from an earlier try, or with the same bytes in this draft. */
export const fileThereAlready = (db: Db, upload: Upload): Promise<MessageAttachment | null> =>
  db.maybe(sameFile, namesOf(upload));

/** Older than any save, so that every later save is stored. */
const beginDraft = statement(
  'attachments.beginDraft',
  `insert into secure_message_drafts (user_id, draft_id, patient_id, saved_at) values ($userId, $draftId, $patientId, 'epoch')
   on conflict do nothing`,
);
const lockDraft = statement(
  'attachments.lockDraft',
  'select patient_id as "patientId", ended_as as "endedAs" from secure_message_drafts where user_id = $userId and draft_id = $draftId for update',
  v.object({ patientId: PatientId, endedAs: v.nullable(v.picklist(['sent', 'discarded'])) }),
);
const filesOfDraft = statement(
  'attachments.ofDraft',
  `select count(*) filter (where state <> 'removed')::int as files, coalesce(sum(byte_count) filter (where state <> 'removed'), 0)::int as bytes,
     coalesce(max(position), 0) as "lastPosition"
   from message_attachments where user_id = $userId and draft_id = $draftId and message_id is null`,
  v.object({ files: v.number(), bytes: v.number(), lastPosition: v.number() }),
);
/** How many bytes of unsent files one person may have: as much as six full drafts, so that unsent files do not fill the database. */
const mostUnsentBytes = 6 * attachmentLimits.allBytes;
const unsentBytes = statement(
  'attachments.unsentBytes',
  'select coalesce(sum(byte_count), 0)::int as bytes from message_attachments where user_id = $userId and message_id is null',
  v.object({ bytes: v.number() }),
);
const insert = statement(
  'attachments.insert',
  `insert into message_attachments as a (patient_id, user_id, draft_id, position, upload_key, sent_hash, file_name, file_type, byte_count,
     page_count, content, thumbnail, location_removed, state, scan_again_at)
   values ($patientId, $userId, $draftId, $position, $uploadKey, $sentHash, $fileName, $fileType, $bytes, $pages, $content, $thumbnail,
     $locationRemoved, $state, now() + interval '4 minutes')
   returning ${attachmentColumns}`,
  MessageAttachment,
);

/** Adds a file to a draft, which is created if there is none; or gives the reason why it cannot be added. */
export async function addFile(
  tx: Db,
  upload: Upload,
  named: string,
  file: ConvertedFile,
  state: 'ready' | 'held',
): Promise<MessageAttachment | 'not_found' | 'draft_sent' | 'attachments_too_large' | 'too_many_requests'> {
  const names = namesOf(upload);
  const { userId, patientId, draftId } = names;
  await tx.run(beginDraft, { userId, patientId, draftId });
  const draft = await tx.one(lockDraft, { userId, draftId });
  if (draft.patientId !== patientId) return 'not_found';
  // Another try may have stored it first.
  const same = await tx.maybe(sameFile, names);
  if (same !== null) return same;
  if (draft.endedAs !== null) return draft.endedAs === 'sent' ? 'draft_sent' : 'not_found';
  const { files, bytes, lastPosition } = await tx.one(filesOfDraft, { userId, draftId });
  if (files >= attachmentLimits.files || bytes + file.content.length > attachmentLimits.allBytes)
    return 'attachments_too_large';
  if ((await tx.one(unsentBytes, { userId })).bytes + file.content.length > mostUnsentBytes) return 'too_many_requests';
  return tx.one(insert, {
    ...names,
    ...file,
    position: lastPosition + 1,
    fileName: storedFileName(named, file.type),
    fileType: file.type,
    bytes: file.content.length,
    state,
  });
}

const remove = statement(
  'attachments.remove',
  `delete from message_attachments where id = $attachmentId and patient_id = $patientId and user_id = $userId and draft_id = $draftId
     and message_id is null`,
);
/** Removes a file from an unsent draft; false if there is no such file. */
export const removeFile = async (
  tx: Db,
  what: {
    readonly userId: UserId;
    readonly patientId: PatientId;
    readonly draftId: MessageDraftId;
    readonly attachmentId: MessageAttachmentId;
  },
): Promise<boolean> => (await tx.run(remove, what)) === 1;

/** SQL: the file belongs to a message, or to an unsent draft of this user. */
const mayOpen = `a.id = $attachmentId and a.patient_id = $patientId and a.state = 'ready' and (a.message_id is not null or (a.user_id = $userId
     and exists (select from secure_message_drafts d where d.user_id = a.user_id and d.draft_id = a.draft_id and d.ended_at is null)))`;
const content = statement(
  'attachments.content',
  `select a.file_type as "fileType", ${fileColumns('a')} from message_attachments a where ${mayOpen}`,
  v.object({ fileType: MessageAttachment.entries.fileType, ...fileEntries }),
);
const thumbnail = statement(
  'attachments.thumbnail',
  `select a.thumbnail from message_attachments a where ${mayOpen} and a.thumbnail is not null`,
  v.object({ thumbnail: v.instance(Buffer) }),
);
interface Wanted {
  readonly userId: UserId;
  readonly patientId: PatientId;
  readonly attachmentId: MessageAttachmentId;
}
/** A file that this person may open; null if there is none. */
export async function readFileOf(db: Db, { userId, patientId, attachmentId }: Wanted) {
  const row = await db.maybe(content, { userId, patientId, attachmentId });
  return row && withBytes(db, row);
}
export const readThumbnailOf = (db: Db, { userId, patientId, attachmentId }: Wanted) =>
  db.maybe(thumbnail, { userId, patientId, attachmentId });
