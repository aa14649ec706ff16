import {
  AttachmentType,
  CareProviderId,
  IdempotencyKey,
  Instant,
  MessageAttachment,
  MessageDraftId,
  MessageRequest,
  PatientId,
  readAs,
  SecureThreadId,
} from '@portal/api';
import * as v from 'valibot';
import type { MessagePlace } from './place.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import { newIdempotencyKey } from '../idempotencyKey.ts';

/** Why the server or this page refused a file. `file_missing`: its bytes are gone, so it must be chosen again. */
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
 * Why a message was not sent. `file_refused`: one of its files has the reason. `changed_elsewhere`: another device has changed the draft
 * since, and both texts are kept. `not_kept`: neither the server nor the device could store it. `not_found`: the person no longer has this
 * thread.
 */
export const MessageRefusal = v.picklist([
  'not_recipient',
  'request_not_offered',
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
  /** The idempotency key of its upload. A file that moves to another draft gets a new one. */
  uploadKey: IdempotencyKey,
  fileName: v.string(),
  bytes: v.number(),
  fileType: v.nullable(AttachmentType),
  addedAt: Instant,
  /** The device has its bytes. */
  isKept: v.boolean(),
  attachment: v.nullable(MessageAttachment),
  refusal: v.nullable(FileRefusal),
  /** The person removed it. The entry stays until the device and the server have deleted the file. */
  isRemoved: v.boolean(),
});
export type KeptFile = v.InferOutput<typeof KeptFile>;

const Other = v.object({
  ...text,
  savedAt: Instant,
  /** Its own draft on the server. */ draftId: v.nullable(MessageDraftId),
});
export type Other = v.InferOutput<typeof Other>;

/** What is stored of a message that is being written or waits. */
export const MessageRecord = v.object({
  kind: v.literal('message'),
  patientId: PatientId,
  threadId: v.nullable(SecureThreadId),
  /** Left out in what was stored before there were requests. */
  request: v.optional(v.nullable(MessageRequest), null),
  /** Also the idempotency key with which it is sent. */
  draftId: MessageDraftId,
  ...text,
  savedAt: Instant,
  /** The `savedAt` that the server confirmed last. */
  serverSavedAt: v.nullable(Instant),
  files: v.array(KeptFile),
  submission: v.picklist(['none', 'waiting']),
  refusal: v.nullable(MessageRefusal),
  /** The content of a try whose answer never came, so the server may have it. */
  tried: v.nullable(v.object({ ...text, fileKeys: v.array(IdempotencyKey) })),
  /** Drafts whose discard the server does not know yet. */
  discards: v.array(MessageDraftId),
  /** Texts of other devices and pages that this record does not contain, newest first. Each stays until the person has seen it. */
  others: v.array(Other),
  endedElsewhere: v.boolean(),
});
export type MessageRecord = v.InferOutput<typeof MessageRecord>;

/** Reads the record in a message's place; null when there is none or it cannot be parsed. */
export const messageInPlace = (value: unknown): MessageRecord | null => readAs(MessageRecord, value);

/** The place of a file's bytes. */
export const filePlace = (key: IdempotencyKey): string => `messageFile/${key}`;

const newDraftId = (): MessageDraftId => v.parse(MessageDraftId, newIdempotencyKey());

/** A message with nothing written yet. */
export const blankMessage = ({ patientId, threadId, request = null }: MessagePlace, now: number): MessageRecord => ({
  kind: 'message',
  patientId,
  threadId,
  request,
  draftId: newDraftId(),
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

/** The files that belong to the message. */
export const filesOf = ({ files }: Pick<MessageRecord, 'files'>): KeptFile[] =>
  files.filter(({ isRemoved }) => !isRemoved);

/** The content that a try to send it would have. */
export const contentsOf = (record: MessageRecord): NonNullable<MessageRecord['tried']> => ({
  ...textOf(record),
  fileKeys: filesOf(record).map(({ key }) => key),
});

/** True when the last try without an answer had exactly the current content. */
export const isAsTried = (record: MessageRecord): boolean =>
  record.tried !== null &&
  sameText(record.tried, record) &&
  record.tried.fileKeys.join() === contentsOf(record).fileKeys.join();

/** True when it has no text and no files. */
export const isBlank = (record: MessageRecord): boolean => !hasWords(record) && filesOf(record).length === 0;

/** True when the server has everything of it that it accepts. */
export const isOnServer = (record: MessageRecord): boolean =>
  isBlank(record) ||
  (record.savedAt === record.serverSavedAt &&
    filesOf(record).every(({ attachment, refusal }) => attachment !== null || refusal !== null));

/** The same message under a new id, because the draft of the old id has ended. Files that went with the old draft are gone. */
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

/** Keeps the text of another device or page, if we do not have the same text already. */
export const withOther = (record: MessageRecord, other: Other): MessageRecord =>
  !hasWords(other) || [record, ...record.others].some((known) => sameText(known, other))
    ? record
    : { ...record, others: [other, ...record.others].slice(0, mostOthers) };

/** True when something of it must be stored on the device. */
export const isWorthKeeping = (record: MessageRecord): boolean =>
  !isBlank(record) ||
  record.serverSavedAt !== null ||
  record.files.length > 0 ||
  record.discards.length > 0 ||
  record.others.length > 0;
