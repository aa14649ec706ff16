import {
  AttachmentType,
  CareProviderId,
  IdempotencyKey,
  Instant,
  MessageAttachment,
  MessageDraftId,
  PatientId,
  SecureThreadId,
} from '@portal/api';
import * as v from 'valibot';
import { instantAfter } from '../unsent/instantAfter.ts';
import { newIdempotencyKey } from '../idempotencyKey.ts';

/** Why the server or this page would not take a file. `file_missing`: its bytes are gone, and it must be chosen again. */
export const FileRefusal = v.picklist([
  'file_type',
  'file_broken',
  'file_infected',
  'file_empty',
  'file_too_large',
  'attachments_too_large',
  'too_many',
  'file_missing',
  'failed',
]);
export type FileRefusal = v.InferOutput<typeof FileRefusal>;

/**
 * Why a message was not sent. `file_refused`: one of its files says why. `changed_elsewhere`: another device has changed the draft since, and
 * both texts are there. `not_kept`: neither the server nor the device could take it. `not_found`: the thread is not there for them any more.
 */
export const MessageRefusal = v.picklist([
  'not_recipient',
  'reply_closed',
  'attachments_too_large',
  'file_refused',
  'changed_elsewhere',
  'not_kept',
  'not_found',
  'too_many_messages',
  'failed',
]);
export type MessageRefusal = v.InferOutput<typeof MessageRefusal>;

const text = { careProviderId: v.nullable(CareProviderId), subject: v.string(), content: v.string() } as const;
export interface Text {
  readonly careProviderId: CareProviderId | null;
  readonly subject: string;
  readonly content: string;
}

export const KeptFile = v.object({
  key: IdempotencyKey,
  /** With which it is uploaded; another one where the draft became another. */
  uploadKey: IdempotencyKey,
  fileName: v.string(),
  bytes: v.number(),
  fileType: v.nullable(AttachmentType),
  addedAt: Instant,
  /** Its bytes stand on the device. */
  isKept: v.boolean(),
  attachment: v.nullable(MessageAttachment),
  refusal: v.nullable(FileRefusal),
  /** Taken out by the person; the entry stays until device and server know it. */
  isRemoved: v.boolean(),
});
export type KeptFile = v.InferOutput<typeof KeptFile>;

const Other = v.object({
  ...text,
  savedAt: Instant,
  /** A draft of its own on the server. */ draftId: v.nullable(MessageDraftId),
});
export type Other = v.InferOutput<typeof Other>;

/** What is kept of one message that is being written or waits. */
export const MessageRecord = v.object({
  kind: v.literal('message'),
  patientId: PatientId,
  threadId: v.nullable(SecureThreadId),
  /** Also the key under which it is sent. */
  draftId: MessageDraftId,
  ...text,
  savedAt: Instant,
  /** The `savedAt` that the server has last confirmed. */
  serverSavedAt: v.nullable(Instant),
  files: v.array(KeptFile),
  submission: v.picklist(['none', 'waiting']),
  refusal: v.nullable(MessageRefusal),
  /** What a try carried whose answer never came: the server may have it. */
  tried: v.nullable(v.object({ ...text, fileKeys: v.array(IdempotencyKey) })),
  /** Drafts of which the server has yet to hear that they are not wanted. */
  discards: v.array(MessageDraftId),
  /** Texts of other devices and pages that this one does not contain, newest first; each stays until the person has seen it. */
  others: v.array(Other),
  endedElsewhere: v.boolean(),
});
export type MessageRecord = v.InferOutput<typeof MessageRecord>;

/** Reads what stands in a message's place; null when there is nothing or it cannot be understood. */
export function messageInPlace(value: unknown): MessageRecord | null {
  const parsed = v.safeParse(MessageRecord, value);
  return parsed.success ? parsed.output : null;
}

export const messagePlaces = 'message/';
export const messagePlace = (patientId: PatientId, threadId: SecureThreadId | null): string =>
  `${messagePlaces}${patientId}/${threadId ?? 'new'}`;
/** Where the bytes of a file stand. */
export const filePlace = (key: IdempotencyKey): string => `messageFile/${key}`;

export const newDraftId = (): MessageDraftId => v.parse(MessageDraftId, newIdempotencyKey());

/** A message of which nothing is written yet. */
export const blankMessage = (
  patientId: PatientId,
  threadId: SecureThreadId | null,
  now: number,
  draftId = newDraftId(),
): MessageRecord => ({
  kind: 'message',
  patientId,
  threadId,
  draftId,
  careProviderId: null,
  subject: '',
  content: '',
  savedAt: instantAfter(now),
  serverSavedAt: null,
  files: [],
  submission: 'none',
  refusal: null,
  tried: null,
  discards: [],
  others: [],
  endedElsewhere: false,
});

export const textOf = ({ careProviderId, subject, content }: Text): Text => ({ careProviderId, subject, content });

export const sameText = (a: Text, b: Text): boolean =>
  a.careProviderId === b.careProviderId && a.subject === b.subject && a.content === b.content;

export const hasWords = ({ subject, content }: Text): boolean => subject.trim() !== '' || content.trim() !== '';

/** Files that belong to the message. */
export const filesOf = ({ files }: Pick<MessageRecord, 'files'>): KeptFile[] =>
  files.filter(({ isRemoved }) => !isRemoved);

/** What a try to send it carries. */
export const contentsOf = (record: MessageRecord): NonNullable<MessageRecord['tried']> => ({
  ...textOf(record),
  fileKeys: filesOf(record).map(({ key }) => key),
});

/** True when the last try whose answer never came carried the message as it is. */
export const isAsTried = (record: MessageRecord): boolean =>
  record.tried !== null &&
  sameText(record.tried, record) &&
  record.tried.fileKeys.join() === contentsOf(record).fileKeys.join();

/** True when there is nothing that anybody would miss. */
export const isBlank = (record: MessageRecord): boolean => !hasWords(record) && filesOf(record).length === 0;

/** True when the server has all of it that it takes. */
export const isOnServer = (record: MessageRecord): boolean =>
  isBlank(record) ||
  (record.savedAt === record.serverSavedAt &&
    filesOf(record).every(({ attachment, refusal }) => attachment !== null || refusal !== null));

/** The same message under another id, because the one it had has ended: files that went with that one are gone with it. */
export const renewed = (record: MessageRecord, now: number): MessageRecord => ({
  ...record,
  draftId: newDraftId(),
  savedAt: instantAfter(now, record.savedAt),
  serverSavedAt: null,
  files: record.files
    .filter(({ attachment }) => attachment === null)
    .map((file) => ({ ...file, uploadKey: newIdempotencyKey() })),
  submission: 'none',
  refusal: null,
  tried: null,
});

const mostOthers = 5;

/** Keeps what another device or page says, if it says something that we do not. */
export const withOther = (record: MessageRecord, other: Other): MessageRecord =>
  !hasWords(other) || [record, ...record.others].some((known) => sameText(known, other))
    ? record
    : { ...record, others: [other, ...record.others].slice(0, mostOthers) };

/** True when something of it must stand on the device. */
export const isWorthKeeping = (record: MessageRecord): boolean =>
  !isBlank(record) ||
  record.serverSavedAt !== null ||
  record.files.length > 0 ||
  record.discards.length > 0 ||
  record.others.length > 0;
