import {
  addMessageAttachment,
  discardMessageDraft,
  IdempotencyKey,
  listMessageDrafts,
  type MessageRequest,
  removeMessageAttachment,
  replyToThread,
  saveMessageDraft,
  sendMessage,
} from '@portal/api';
import * as v from 'valibot';
import { CallError } from '../errors.ts';
import { send } from '../http.ts';
import type { MessageServer } from './messageParts.ts';
import type { MessagePlace } from './types.ts';
import { uploadFetch, uploadTimeout } from '../unsent/files/upload.ts';

/** Left out of other messages, because a facility's own back end may not know it. */
const askedFor = (request: MessageRequest | null) => (request === null ? {} : { request });

export const messageServer = ({ patientId, threadId, request = null }: MessagePlace): MessageServer => ({
  list: () => send(listMessageDrafts, { params: { patientId } }),
  save: (draftId, text, savedAt) =>
    send(saveMessageDraft, {
      params: { patientId, draftId },
      body: { threadId, ...text, ...askedFor(request), savedAt },
    }),
  discard: (draftId) => send(discardMessageDraft, { params: { patientId, draftId } }),
  addFile: (draftId, { key, fileName, bytes }, onProgress) =>
    send(addMessageAttachment, {
      params: { patientId, draftId },
      headers: { 'idempotency-key': key, 'file-name': encodeURIComponent(fileName) },
      body: bytes,
      fetch: uploadFetch(onProgress),
      timeout: uploadTimeout(bytes.length),
    }),
  removeFile: (draftId, attachmentId) =>
    send(removeMessageAttachment, { params: { patientId, draftId, attachmentId } }),
  async send(draftId, { careProviderId, subject, content }, attachmentIds) {
    const headers = { 'idempotency-key': v.parse(IdempotencyKey, draftId) };
    // A facility's own back end that does not support files gets only the text.
    const files = attachmentIds.length === 0 ? {} : { attachmentIds };
    if (threadId !== null) {
      const params = { patientId, threadId };
      return (await send(replyToThread, { params, headers, body: { content, ...files } })) ?? { threadId };
    }
    if (careProviderId === null) throw new CallError(sendMessage.name, { kind: 'malformed' });
    const params = { patientId, careProviderId };
    return send(sendMessage, { params, headers, body: { subject, content, ...files, ...askedFor(request) } });
  },
});
