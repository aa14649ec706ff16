import { type Handlers, notFound } from '../app/handler.ts';

type MessageCalls =
  | 'listThreads'
  | 'getThread'
  | 'countUnreadMessages'
  | 'patchThread'
  | 'sendMessage'
  | 'replyToThread'
  | 'listMessageRecipients'
  | 'listMessageDrafts'
  | 'saveMessageDraft'
  | 'discardMessageDraft'
  | 'searchMessages';

export const secureMessageHandlers: Pick<Handlers, MessageCalls> = {
  listThreads() {
    return Promise.reject(notFound());
  },
  getThread() {
    return Promise.reject(notFound());
  },
  countUnreadMessages() {
    return Promise.reject(notFound());
  },
  patchThread() {
    return Promise.reject(notFound());
  },
  sendMessage() {
    return Promise.reject(notFound());
  },
  replyToThread() {
    return Promise.reject(notFound());
  },
  listMessageRecipients() {
    return Promise.reject(notFound());
  },
  listMessageDrafts() {
    return Promise.reject(notFound());
  },
  saveMessageDraft() {
    return Promise.reject(notFound());
  },
  discardMessageDraft() {
    return Promise.reject(notFound());
  },
  searchMessages() {
    return Promise.reject(notFound());
  },
};
