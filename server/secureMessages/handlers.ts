import { RawJson } from '../http/answerText.ts';
import { requireActsFor } from '../http/actsFor.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { discardDraft, readDrafts, saveDraft } from './drafts.ts';
import { holdThread, patched, setArchived, setReviewed } from './patchThread.ts';
import { readRecipients } from './recipients.ts';
import { searchIn } from './search.ts';
import { send } from './send.ts';
import { countUnread, readMessages, readThread, readThreads } from './threads.ts';

/** Secure messages (specification 3, sections 2 to 9). */
export const secureMessageHandlers = {
  async listThreads({ db, actor, params, query }) {
    return new RawJson(await readThreads(db, params.patientId, actor.userId, query.includeArchived === 'true'));
  },

  async getThread({ db, params }) {
    const messages = orNotFound(await readMessages(db, params));
    return new RawJson(messages);
  },

  countUnreadMessages: ({ db, params }) => countUnread(db, params.patientId),

  patchThread({ actor, params, body, refuse, tx }) {
    const { patientId, threadId } = params;
    const isOwn = patientId === actor.patientId;
    return tx(async (within) => {
      const thread = orNotFound(await holdThread(within, params, actor.userId));
      const [own] = thread.members.filter((member) => member.patientId !== null);
      const wanted = patched(thread, body);
      if (typeof wanted === 'string') throw refuse(wanted);
      const { isArchived, areMessagesReviewed } = wanted;
      const movesIt = isArchived !== own?.isArchived;
      // The patient and those who act for them share one archive. Somebody who may only read cannot move threads.
      if (movesIt && !isOwn)
        await requireActsFor(within, actor, patientId, { section: 'SecureMessages', right: 'write' });
      if (movesIt) await setArchived(within, params, isArchived);
      // Somebody who reads for the patient does not change what counts as read by the patient.
      if (isOwn && areMessagesReviewed !== own?.areMessagesReviewed)
        await setReviewed(within, params, areMessagesReviewed);
      const after = orNotFound(await readThread(within, params, actor.userId));
      if (movesIt)
        await audit(within, {
          type: isArchived ? 'messages.archived' : 'messages.unarchived',
          actor,
          patientId,
          detail: { threadId },
        });
      return after;
    });
  },

  sendMessage({ actor, params, headers, body, refuse, tx }) {
    const { patientId, careProviderId } = params;
    const { subject, content, attachmentIds = [], request = null } = body;
    const sending = { actor, patientId, key: headers['idempotency-key'], content, attachmentIds };
    return tx((within) =>
      send(within, sending, { careProviderId, subject, request }, (code) =>
        code === 'reply_closed' ? new Error('a new thread is closed') : refuse(code),
      ),
    );
  },

  replyToThread({ actor, params, headers, body, refuse, tx }) {
    const { patientId, threadId } = params;
    const { content, attachmentIds = [] } = body;
    const sending = { actor, patientId, key: headers['idempotency-key'], content, attachmentIds };
    return tx((within) =>
      send(within, sending, { threadId }, (code) =>
        code === 'not_recipient' || code === 'request_not_offered' ? new Error('a reply has both') : refuse(code),
      ),
    );
  },

  async listMessageRecipients({ db, actor, params }) {
    return readRecipients(db, params.patientId, actor.userId);
  },

  async listMessageDrafts({ db, actor, params }) {
    return new RawJson(await readDrafts(db, actor.userId, params.patientId));
  },

  saveMessageDraft({ actor, params, body, refuse, tx }) {
    const { userId } = actor;
    return tx(async (within) => {
      const saved = await saveDraft(within, { ...params, userId }, body);
      switch (saved.kind) {
        case 'saved':
          return null;
        case 'ended':
          throw refuse('draft_sent');
        case 'superseded':
          throw refuse('draft_superseded', { draft: saved.draft });
        case 'gone':
          throw notFound();
      }
    });
  },

  discardMessageDraft({ actor, params, tx }) {
    const { userId } = actor;
    return tx(async (within) => {
      await discardDraft(within, { ...params, userId });
      return null;
    });
  },

  async searchMessages({ db, actor, params, body, tx }) {
    const { patientId } = params;
    const found = await searchIn(db, patientId, actor.userId, body.text);
    // The searched words are not written to the audit: they say something about the person who searches.
    const detail: Record<string, string> = patientId === actor.patientId ? {} : { section: 'SecureMessages' };
    await tx((within) => audit(within, { type: 'read.searchMessages', actor, patientId, detail }));
    return found;
  },
} satisfies Partial<Handlers>;
