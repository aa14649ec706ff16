import type { MessageAttachment, MessageDraft } from '@portal/api';
import { instantAfter } from '../unsent/instantAfter.ts';
import { newIdempotencyKey } from '../idempotencyKey.ts';
import { leftOnDevice } from './changes.ts';
import {
  blankMessage,
  isBlank,
  isOnServer,
  type KeptFile,
  type MessageRecord,
  type Other,
  renewed,
  sameText,
  textOf,
  withOther,
} from './record.ts';
import { messagePlace } from './place.ts';

/** The entry of a file that only the server has. */
const fileOfServer = (attachment: MessageAttachment, { savedAt }: MessageDraft): KeptFile => ({
  key: newIdempotencyKey(),
  uploadKey: newIdempotencyKey(),
  fileName: attachment.fileName,
  bytes: attachment.bytes,
  fileType: attachment.fileType,
  addedAt: savedAt,
  isKept: false,
  attachment,
  refusal: attachment.state === 'removed' ? 'file_infected' : null,
  isRemoved: false,
});

/** Our files merged with those of the same draft on the server, where another device may have added or removed some. */
function filesBeside(ours: readonly KeptFile[], draft: MessageDraft): KeptFile[] {
  const known = new Set(ours.map(({ attachment }) => attachment?.attachmentId));
  const standing = new Map(draft.attachments.map((attachment) => [attachment.attachmentId, attachment]));
  const beside = (file: KeptFile): KeptFile => {
    if (file.attachment === null || file.isRemoved) return file;
    const attachment = standing.get(file.attachment.attachmentId);
    if (attachment === undefined) return { ...file, attachment: null, refusal: file.refusal ?? 'file_missing' };
    return { ...file, attachment, refusal: attachment.state === 'removed' ? 'file_infected' : file.refusal };
  };
  return [
    ...ours.map(beside),
    ...draft.attachments
      .filter(({ attachmentId }) => !known.has(attachmentId))
      .map((attachment) => fileOfServer(attachment, draft)),
  ];
}

const asOther = (draft: MessageDraft, draftId: Other['draftId']): Other => ({
  ...textOf(draft),
  savedAt: draft.savedAt,
  draftId,
});

/** Replaces our draft by the server's. */
const adopted = (record: MessageRecord, theirs: MessageDraft): MessageRecord => ({
  ...record,
  ...textOf(theirs),
  draftId: theirs.draftId,
  savedAt: theirs.savedAt,
  serverSavedAt: theirs.savedAt,
  files: filesBeside(record.files, theirs),
});

/**
 * Another device has saved the same draft. Its text replaces ours if nothing was typed here since the last save; else ours stays and the
 * other is kept beside it. A message that waited to be sent no longer does, because the person must see it first.
 */
export function besideNewer(record: MessageRecord, theirs: MessageDraft, now: number): MessageRecord {
  const merged = { ...record, files: filesBeside(record.files, theirs) };
  if (sameText(theirs, record)) return { ...merged, savedAt: theirs.savedAt, serverSavedAt: theirs.savedAt };
  if (record.savedAt === record.serverSavedAt && record.submission === 'none') return adopted(record, theirs);
  return {
    ...withOther(merged, asOther(theirs, null)),
    savedAt: instantAfter(now, record.savedAt, theirs.savedAt),
    ...(record.submission === 'waiting' ? { submission: 'none', refusal: 'changed_elsewhere' } : {}),
  };
}

/** The draft was sent or deleted on the server. What the server did not have, a file as well, is kept as a new draft. */
export const afterEnd = (record: MessageRecord, now: number): MessageRecord =>
  isOnServer(record) && record.submission === 'none' && record.tried === null
    ? withOthersOf(blankMessage(record, now), record)
    : { ...renewed(record, now), endedElsewhere: true };

const withOthersOf = (record: MessageRecord, { others, discards, files }: MessageRecord): MessageRecord => ({
  ...record,
  others,
  discards,
  files: leftOnDevice(files),
});

export type BegunText = Pick<MessageRecord, 'subject' | 'content'>;

/** True while nobody has written anything and it is not on its way: it is empty, or has only what the page put there. */
export const isUnwritten = (record: MessageRecord, begunWith: BegunText | null): boolean =>
  record.submission === 'none' &&
  record.tried === null &&
  record.files.length === 0 &&
  (isBlank(record) || (record.subject === begunWith?.subject && record.content === begunWith.content));

/** A subject alone may be that of an earlier link about something else, to somebody else: it does not replace what a page has begun with. */
const mayReplace = (draft: MessageDraft, record: MessageRecord): boolean =>
  isBlank(record) || record.request !== null || draft.content.trim() !== '' || draft.attachments.length > 0;

/** The record merged with the server's drafts of this place. Drafts of other devices are kept beside ours. */
export function mergedWithServer(
  record: MessageRecord,
  drafts: readonly MessageDraft[],
  now: number,
  begunWith: BegunText | null,
): MessageRecord {
  const place = messagePlace(record);
  const here = drafts
    .filter(
      ({ threadId, request, draftId }) =>
        messagePlace({ patientId: record.patientId, threadId, request }) === place &&
        !record.discards.includes(draftId),
    )
    .toSorted((a, b) => Date.parse(a.savedAt) - Date.parse(b.savedAt));
  const merged = mergedWithOwn(record, here, now, begunWith);
  return here
    .filter(({ draftId }) => draftId !== merged.draftId)
    .reduce((next, draft) => withOther(next, asOther(draft, draft.draftId)), merged);
}

function mergedWithOwn(
  record: MessageRecord,
  here: readonly MessageDraft[],
  now: number,
  begunWith: BegunText | null,
): MessageRecord {
  const same = here.find(({ draftId }) => draftId === record.draftId);
  if (same)
    return same.savedAt === record.serverSavedAt
      ? { ...record, files: filesBeside(record.files, same) }
      : besideNewer(record, same, now);
  if (record.serverSavedAt !== null && record.tried === null) return afterEnd(record, now);
  const newest = here.at(-1);
  return newest && isUnwritten(record, begunWith) && mayReplace(newest, record) ? adopted(record, newest) : record;
}
