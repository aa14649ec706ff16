import { type Handlers, notFound } from '../app/handler.ts';

type MessageCalls = 'addMessageAttachment' | 'removeMessageAttachment' | 'getMessageAttachment' | 'getMessageThumbnail';

export const messageAttachmentHandlers: Pick<Handlers, MessageCalls> = {
  addMessageAttachment() {
    return Promise.reject(notFound());
  },
  removeMessageAttachment() {
    return Promise.reject(notFound());
  },
  getMessageAttachment() {
    return Promise.reject(notFound());
  },
  getMessageThumbnail() {
    return Promise.reject(notFound());
  },
};
