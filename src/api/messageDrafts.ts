import * as v from 'valibot';
import { declareCall } from './call.ts';
import { CareProviderId, MessageDraftId, PatientId } from './ids.ts';
import { MessageAttachment, MessageAttachmentId, takingFile } from './messageFiles.ts';
import { messagesPath, largestMessage, ofMessages, writingMessages } from './messagePresets.ts';
import { MessageRequest } from './messageRequests.ts';
import { ofPatient } from './presets.ts';
import { messageLength, SecureThreadId, subjectLength } from './secureMessages.ts';
import { Instant } from './values.ts';

/** What one person is writing: a reply in a thread, or (`threadId` null) a new message. `savedAt` orders the saves of several devices. */
const draftContent = {
  threadId: v.nullable(SecureThreadId),
  careProviderId: v.nullable(CareProviderId),
  subject: v.pipe(v.string(), v.maxLength(subjectLength)),
  content: v.pipe(v.string(), v.maxLength(messageLength)),
  /** What the new message asks for. */
  request: v.optional(v.nullable(MessageRequest)),
  savedAt: Instant,
};
export const MessageDraft = v.object({
  ...draftContent,
  draftId: MessageDraftId,
  attachments: v.array(MessageAttachment),
});
export type MessageDraft = v.InferOutput<typeof MessageDraft>;
const oneDraft = { patientId: PatientId, draftId: MessageDraftId } as const;

/** The drafts of the person who asks. */
export const listMessageDrafts = declareCall({
  ...ofPatient,
  ...ofMessages,
  right: 'write',
  name: 'listMessageDrafts',
  isOurs: true,
  isBackground: true,
  path: `${messagesPath}/drafts`,
  staleTime: 0,
  answer: v.array(MessageDraft),
  audited: true,
});
/**
 * The device makes the id, which is also the key under which the message is sent: a draft that was sent or discarded is `draft_sent` for
 * ever. A draft that is older than the stored one is `draft_superseded`, with the stored one; the same `savedAt` is a second try.
 */
export const saveMessageDraft = declareCall({
  ...writingMessages,
  name: 'saveMessageDraft',
  isOurs: true,
  method: 'PUT',
  path: `${messagesPath}/drafts/{draftId}`,
  params: oneDraft,
  body: v.object(draftContent),
  largestBody: largestMessage,
  errors: ['draft_superseded', 'draft_sent'],
  invalidates: ['listMessageDrafts'],
  offline: 'draft',
});
export const MessageDraftSuperseded = v.object({ error: v.literal('draft_superseded'), draft: MessageDraft });
export const discardMessageDraft = declareCall({
  ...writingMessages,
  name: 'discardMessageDraft',
  isOurs: true,
  method: 'DELETE',
  path: `${messagesPath}/drafts/{draftId}`,
  params: oneDraft,
  invalidates: ['listMessageDrafts'],
});

/**
 * Adds a file to a draft; the body is its bytes. With the same key a second try is the same file. Pictures are turned upright and lose
 * their location. The bytes decide the file's type.
 */
export const addMessageAttachment = declareCall({
  ...writingMessages,
  ...takingFile,
  name: 'addMessageAttachment',
  isOurs: true,
  path: `${messagesPath}/drafts/{draftId}/attachments`,
  params: oneDraft,
  answer: MessageAttachment,
  errors: ['file_type', 'file_broken', 'file_infected', 'file_empty', 'attachments_too_large', 'draft_sent'],
  invalidates: ['listMessageDrafts'],
});
export const removeMessageAttachment = declareCall({
  ...writingMessages,
  name: 'removeMessageAttachment',
  isOurs: true,
  method: 'DELETE',
  path: `${messagesPath}/drafts/{draftId}/attachments/{attachmentId}`,
  params: { ...oneDraft, attachmentId: MessageAttachmentId },
  invalidates: ['listMessageDrafts'],
});
