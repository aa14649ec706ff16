import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import {
  AssignedQuestionnaireId,
  CareProviderId,
  IdempotencyKeyIfGiven,
  PatientId,
  SecureMessageId,
  brandedId,
} from './ids.ts';
import { attachmentLimits, MessageAttachment, MessageAttachmentId } from './messageFiles.ts';
import { messagesPath, largestMessage, ofMessages, writingMessages } from './messagePresets.ts';
import { MessageAnswerer } from './messageRecipients.ts';
import { MessageRequest, RequestKind, RequestProgress } from './messageRequests.ts';
import { changing, ofPatient } from './presets.ts';
import { CalendarDate, Instant, LanguageTag, orNull } from './values.ts';

export const SecureThreadId = brandedId('SecureThreadId');
export type SecureThreadId = v.InferOutput<typeof SecureThreadId>;

export const ThreadMemberId = brandedId('ThreadMemberId');

/*
 * Secure messages (specification 3, sections 2 to 9; rulings, sections 2, 3 and 9). Drafts, files, search and who answers are beyond the
 * specification: a facility's own back end may lack those calls, and pages then work without them.
 */

const onePatient = { patientId: PatientId } as const;
const oneThread = { patientId: PatientId, threadId: SecureThreadId } as const;
const listsOfThreads = ['listThreads', 'getThread', 'countUnreadMessages'] as const;

/** The specification's two parts of a moment, in the facility's zone: `2026-11-12` and `16:30`. */
export const DateParts = v.object({
  datePart: CalendarDate,
  timePart: v.pipe(v.string(), v.regex(/^\d{2}:\d{2}$/)),
});

/** One side of a thread: the patient (shared with representatives), or the provider, who has no `patientId`. */
export const ThreadMember = v.object({
  threadMemberId: ThreadMemberId,
  patientId: orNull(PatientId),
  firstName: v.string(),
  lastName: v.string(),
  isArchived: v.boolean(),
  areMessagesReviewed: v.boolean(),
  visibleNumberOfMessages: v.number(),
  statusData: v.object({ reviewedOnDate: orNull(Instant) }),
});
export type ThreadMember = v.InferOutput<typeof ThreadMember>;

export const MessageThread = v.object({
  threadId: SecureThreadId,
  subjectText: v.string(),
  /** Not in the specification: the moment itself. */
  lastMessageAt: v.optional(Instant),
  lastMessageDate: DateParts,
  /** Not in the specification: the last writer, as in `senderDisplayName` of a message. */
  lastSender: v.optional(v.string()),
  /** The newest message's beginning, and whether the reader wrote it. Beyond the specification: other back ends may lack it. */
  lastMessage: v.optional(
    v.object({ beginning: v.string(), language: v.nullable(LanguageTag), isWrittenByReader: v.boolean() }),
  ),
  replyAllowed: v.boolean(),
  referencedPatientId: PatientId,
  referencedPatientDateOfBirth: CalendarDate,
  members: v.array(ThreadMember),
  /** This field and the next two are not in the specification. */
  unreadCount: v.optional(v.number(), 0),
  attachmentCount: v.optional(v.number(), 0),
  answeredBy: orNull(MessageAnswerer),
  /** Where the first message asks the facility to do something. */
  request: orNull(RequestProgress),
});
export type MessageThread = v.InferOutput<typeof MessageThread>;

export const SecureMessage = v.object({
  messageId: SecureMessageId,
  messageDate: Instant,
  displayDate: DateParts,
  /** Not in the specification. Left out: the names of the author and of the thread's members show it. */
  isFromPatientSide: v.optional(v.boolean()),
  /** For the patient's side: whose message it is. For the provider's side: who wrote it. */
  authorFirstName: v.string(),
  authorLastName: v.string(),
  /** Who wrote it on behalf of the patient. */
  proxyAuthorFirstName: orNull(v.string()),
  proxyAuthorLastName: orNull(v.string()),
  senderDisplayName: v.string(),
  /** Plain text. */
  content: v.string(),
  /** This field and the following ones are not in the specification. */
  language: orNull(LanguageTag),
  attachments: v.optional(v.array(MessageAttachment), []),
  /**
   * For the patient's side: when somebody at the facility opened it; null when nobody has; left out: not known. And when the office was
   * told that nobody had.
   */
  readAt: v.optional(v.nullable(Instant)),
  officeToldAt: orNull(Instant),
  /** The number of working days that had passed then. */
  officeToldAfterDays: orNull(v.number()),
  /** Of the receipt, for the patient's side; null for what was sent before there were receipts. */
  receiptNumber: orNull(v.string()),
});
export type SecureMessage = v.InferOutput<typeof SecureMessage>;

export const listThreads = declareCall({
  ...ofPatient,
  ...ofMessages,
  name: 'listThreads',
  path: messagesPath,
  /** Left out: only the current threads. */
  query: { includeArchived: v.optional(v.picklist(['true', 'false'])) },
  staleTime: 30_000,
  answer: v.array(MessageThread),
  audited: true,
});
/** Oldest first. */
export const getThread = declareCall({
  ...ofPatient,
  ...ofMessages,
  name: 'getThread',
  path: `${messagesPath}/threads/{threadId}`,
  params: oneThread,
  staleTime: 15_000,
  answer: v.array(SecureMessage),
  audited: true,
});
/** The number of messages that the patient has not read, including the archive: the sum over the rows of both lists. */
export const countUnreadMessages = declareCall({
  ...ofPatient,
  ...ofMessages,
  name: 'countUnreadMessages',
  isBackground: true,
  isBadge: true,
  path: `${messagesPath}/countUnread`,
  staleTime: 15_000,
  answer: v.number(),
  audited: false,
});

/**
 * One operation of RFC 6902. Every operation of the RFC is parsed and applied to what a thread shows, but only the two changes below are
 * ever written; all others are refused.
 */
export const PatchOperation = v.looseObject({
  op: v.pipe(v.string(), v.maxLength(20)),
  path: v.pipe(v.string(), v.maxLength(1000)),
});
/**
 * JSON Patch on a thread: `replace` (or `test` before it) of `/isArchived` and of `/members/{threadMemberId}/areMessagesReviewed`, all or
 * none. A representative's reviewed mark is accepted and changes nothing.
 */
export const patchThread = declareCall({
  ...changing,
  ...ofMessages,
  name: 'patchThread',
  method: 'PATCH',
  path: `${messagesPath}/threads/{threadId}`,
  params: oneThread,
  body: v.pipe(v.array(PatchOperation), v.minLength(1), v.maxLength(50)),
  bodyType: 'jsonPatch',
  /** Not in the specification: the thread after the change. */
  answer: v.nullable(MessageThread),
  errors: ['patch_not_allowed', 'patch_test_failed'],
  invalidates: listsOfThreads,
});

export const subjectLength = 100;
export const messageLength = 2000;
/** The same key always gets the first answer, whatever its body. Sending ends the draft, whose files become the message's. */
const keyed = { 'idempotency-key': IdempotencyKeyIfGiven } as const;
const content = v.pipe(
  v.string(),
  v.maxLength(messageLength),
  v.check((text) => text.trim() !== '', 'required'),
);
/** Not in the specification. */
const attachmentIds = v.optional(v.pipe(v.array(MessageAttachmentId), v.maxLength(attachmentLimits.files)));
/** `messageId` is not in the specification. */
const sent = v.object({ threadId: SecureThreadId, messageId: v.optional(SecureMessageId) });
/**
 * Starts a thread. `not_recipient`: the provider takes no messages from this patient (any more). `request_not_offered`: the facility does
 * not take such requests (any more).
 */
export const sendMessage = declareCall({
  ...writingMessages,
  name: 'sendMessage',
  path: `${messagesPath}/new/{careProviderId}`,
  params: { patientId: PatientId, careProviderId: CareProviderId },
  headers: keyed,
  body: v.object({
    subject: v.pipe(
      v.string(),
      v.maxLength(subjectLength),
      v.check((text) => text.trim() !== '', 'required'),
    ),
    content,
    attachmentIds,
    /** Not in the specification: what the message asks for. The promised time counts from now. */
    request: v.optional(v.nullable(MessageRequest)),
  }),
  largestBody: largestMessage,
  answer: sent,
  errors: ['not_recipient', 'request_not_offered', 'attachment_missing', 'attachments_too_large', 'too_many_messages'],
  invalidates: [...listsOfThreads, 'listMessageDrafts'],
  offline: 'draft',
});
/** Begins the questionnaire with which something is asked for, or gives the one that was begun. Sending its answers sends the request. */
export const beginRequestForm = declareCall({
  ...writingMessages,
  name: 'beginRequestForm',
  isOurs: true,
  path: `${messagesPath}/requests/{kind}/form`,
  params: { patientId: PatientId, kind: RequestKind },
  body: v.object({ careProviderId: CareProviderId }),
  answer: v.object({ assignedQuestionnaireId: AssignedQuestionnaireId }),
  errors: ['not_recipient', 'request_not_offered'],
  invalidates: ['listQuestionnaires', 'countOpenQuestionnaires', 'countNewQuestionnaires'],
});
/** `reply_closed`: the facility accepts no more replies in this thread. */
export const replyToThread = declareCall({
  ...writingMessages,
  name: 'replyToThread',
  path: `${messagesPath}/threads/{threadId}/reply`,
  params: oneThread,
  headers: keyed,
  body: v.object({ content, attachmentIds }),
  largestBody: largestMessage,
  /** The whole answer is not in the specification. */
  answer: v.nullable(sent),
  errors: ['reply_closed', 'attachment_missing', 'attachments_too_large', 'too_many_messages'],
  invalidates: [...listsOfThreads, 'listMessageDrafts'],
  offline: 'draft',
});

/**
 * A message that matches the search, or the newest of a thread whose subject matches. `marks`: start and end of each match in `excerpt`, in
 * JavaScript's character positions; none when only the subject matches.
 */
export const MessageHit = v.object({
  threadId: SecureThreadId,
  messageId: SecureMessageId,
  subjectText: v.string(),
  isArchived: v.boolean(),
  senderDisplayName: v.string(),
  isWrittenByReader: v.optional(v.boolean()),
  messageDate: Instant,
  excerpt: v.string(),
  marks: v.array(v.tuple([v.number(), v.number()])),
});
export type MessageHit = v.InferOutput<typeof MessageHit>;

/**
 * Searches subjects and messages, ignoring case and accents, also inside words and Chinese text. A search says something about the person,
 * so it is not in the address: a POST that changes nothing.
 */
export const searchMessages = declareCall({
  ...changing,
  ...ofMessages,
  name: 'searchMessages',
  isOurs: true,
  method: 'POST',
  path: `${messagesPath}/search`,
  params: onePatient,
  body: v.object({ text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)) }),
  /** The newest matches; `total` counts all. */
  answer: v.object({ hits: v.array(MessageHit), total: v.number(), archived: v.number() }),
  audited: true,
});

export const secureMessagesViewed = declareAuditEvent({
  auditEventType: 'securemessageviewauditevent',
  section: 'SecureMessages',
});
