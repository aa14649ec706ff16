import {
  addMessageAttachment,
  MessageDraftSuperseded,
  replyToThread,
  saveMessageDraft,
  sendMessage,
} from '@portal/api';
import * as v from 'valibot';
import { failureOf, refusalOf, type Failure } from '../errors.ts';
import { isForNow } from '../unsent/isForNow.ts';
import * as change from './changes.ts';
import { afterEnd, besideNewer, type BegunText, mergedWithServer } from './merging.ts';
import type { MessageKeeping } from './messageKeeping.ts';
import type { MessageSessionParts, SentMessage } from './messageParts.ts';
import type { PageFiles } from './pageFiles.ts';
import {
  filesOf,
  isAsTried,
  type KeptFile,
  type MessageRecord,
  textOf,
  FileRefusal,
  MessageRefusal,
} from './record.ts';

function fileRefusalOf(said: Failure | null): FileRefusal {
  const code = refusalOf(addMessageAttachment, said);
  if (code === 'payload_too_large') return 'file_too_large';
  return v.is(FileRefusal, code) ? code : 'failed';
}

function messageRefusalOf(said: Failure | null, isReply: boolean): MessageRefusal {
  const code = isReply ? refusalOf(replyToThread, said) : refusalOf(sendMessage, said);
  if (code === 'attachment_missing') return 'file_refused';
  return v.is(MessageRefusal, code) ? code : 'failed';
}

/** One exchange with the server about a message. */
export type Step =
  | { readonly kind: 'look' | 'save' | 'refuse' | 'send' }
  | { readonly kind: 'discard'; readonly draftId: MessageRecord['draftId'] }
  | { readonly kind: 'removeFile' | 'upload'; readonly file: KeptFile };

/** What is known from the exchanges so far. */
export interface DeliveryWork {
  hasLooked: boolean;
  /** The facility's back end may have no drafts, or does not accept this one as it is. */
  savesRest: boolean;
  /** The draft has ended on the server. Sending it again, exactly as it was tried, shows whether it was sent. */
  isEnded: boolean;
  /** The last save that the server accepted, and when. */
  fresh: { readonly savedAt: string; readonly at: number } | null;
  /** True while the request that makes the draft a message is in flight. */
  isPosting: boolean;
  answer: SentMessage | null;
  /** What the page put into the message for the person to write on; null: nothing. */
  begunWith: BegunText | null;
}

/** Performs one step. Rejects with `CallError` when the same step may succeed later. */
export function createSteps(
  parts: MessageSessionParts,
  keeping: MessageKeeping,
  pageFiles: PageFiles,
  work: DeliveryWork,
  publish: () => void,
): (step: Step) => Promise<void> {
  const { server, store, clock } = parts;
  const record = () => keeping.record();

  async function look(): Promise<void> {
    try {
      const drafts = await server.list();
      keeping.change((standing) => mergedWithServer(standing, drafts, clock.wall(), work.begunWith));
    } catch (error) {
      const said = failureOf(error);
      // A back end without drafts counts as one that has none for this place.
      if (isForNow(said)) throw error;
    }
    work.hasLooked = true;
  }

  async function save(): Promise<void> {
    const { draftId, savedAt, serverSavedAt, ...rest } = record();
    try {
      await server.save(draftId, textOf(rest), savedAt);
    } catch (error) {
      saveRefused(error, draftId);
      return;
    }
    work.fresh = { savedAt, at: clock.wall() };
    keeping.change(change.savedOnServer(draftId, savedAt));
    if (serverSavedAt === null) parts.onServerChange('draft');
  }

  function saveRefused(error: unknown, draftId: MessageRecord['draftId']): void {
    const said = failureOf(error);
    if (isForNow(said)) throw error;
    if (refusalOf(saveMessageDraft, said) === 'draft_sent') {
      ended(draftId);
      return;
    }
    const superseded = v.safeParse(MessageDraftSuperseded, said?.kind === 'refused' ? said.body : null);
    // If nobody is looking, the next opening shows both texts.
    const isShown = !parts.isUnattended || record().submission === 'waiting';
    if (!superseded.success || superseded.output.draft.draftId !== draftId || !isShown) {
      work.savesRest = true;
      return;
    }
    const { draft } = superseded.output;
    keeping.change((standing) =>
      standing.draftId === draftId ? besideNewer(standing, draft, clock.wall()) : standing,
    );
  }

  /** The draft was sent or deleted. If it was tried from here, sending it again shows which. */
  function ended(draftId: MessageRecord['draftId']): void {
    if (record().submission === 'waiting' && isAsTried(record())) {
      work.isEnded = true;
      return;
    }
    keeping.change((standing) => (standing.draftId === draftId ? afterEnd(standing, clock.wall()) : standing));
    parts.onServerChange('sent');
  }

  async function discard(draftId: MessageRecord['draftId']): Promise<void> {
    await unlessRefused(server.discard(draftId));
    keeping.change(change.discardConfirmed(draftId));
    parts.onServerChange('draft');
  }

  /** Ignores a refusal of the server, because asking again would not help. */
  const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (isForNow(failureOf(error))) throw error;
    });

  async function removeFile({ key, attachment }: KeptFile): Promise<void> {
    const { draftId } = record();
    if (attachment) await unlessRefused(server.removeFile(draftId, attachment.attachmentId));
    // The device may have stored it meanwhile.
    if (record().files.some((file) => file.key === key && file.isKept))
      await store.dropBytes(key).catch(() => undefined);
    pageFiles.forget(key);
    keeping.change(change.fileForgotten(key));
  }

  async function upload({ key, uploadKey, fileName }: KeptFile): Promise<void> {
    const { draftId } = record();
    const bytes = (await pageFiles.bytes(key)) ?? (await store.bytesOf(key).catch(() => null));
    if (!bytes) {
      keeping.change(change.fileRefused(key, 'file_missing'));
      return;
    }
    try {
      const attachment = await server.addFile(draftId, { key: uploadKey, fileName, bytes }, (part) => {
        pageFiles.progress(key, part);
        publish();
      });
      keeping.change(change.fileStored(draftId, key, attachment));
      await keeping.settle();
      await store.dropBytes(key).catch(() => undefined);
      keeping.change(change.fileKept(key, false));
      pageFiles.forget(key);
    } catch (error) {
      const said = failureOf(error);
      if (isForNow(said)) throw error;
      if (refusalOf(addMessageAttachment, said) === 'draft_sent') ended(draftId);
      else keeping.change(change.fileRefused(key, fileRefusalOf(said)));
    } finally {
      pageFiles.progress(key, null);
    }
  }

  async function send(): Promise<void> {
    const { draftId } = record();
    keeping.change(change.triedToSend(draftId));
    await keeping.settle();
    const going = record();
    // It was taken back, or another page has sent it.
    if (going.submission !== 'waiting' || going.draftId !== draftId) return;
    const attachmentIds = filesOf(going).flatMap(({ attachment }) => attachment?.attachmentId ?? []);
    work.isPosting = true;
    publish();
    try {
      const given = await parts.withSubmitLock(() => server.send(draftId, textOf(going), attachmentIds));
      work.answer = given;
      work.isEnded = false;
      keeping.change(change.sent(draftId, clock.wall()));
      await keeping.settle();
      parts.onServerChange('sent');
    } catch (error) {
      sendRefused(error, draftId, going.threadId !== null);
    } finally {
      work.isPosting = false;
    }
  }

  function sendRefused(error: unknown, draftId: MessageRecord['draftId'], isReply: boolean): void {
    const said = failureOf(error);
    if (isForNow(said)) throw error;
    // Looking at the draft again shows which of the files is missing.
    if (refusalOf(isReply ? replyToThread : sendMessage, said) === 'attachment_missing') work.hasLooked = false;
    work.isEnded = false;
    keeping.change(change.notSent(draftId, messageRefusalOf(said, isReply), said?.kind === 'refused'));
  }

  return (step) => {
    switch (step.kind) {
      case 'look':
        return look();
      case 'save':
        return save();
      case 'discard':
        return discard(step.draftId);
      case 'removeFile':
        return removeFile(step.file);
      case 'upload':
        return upload(step.file);
      case 'send':
        return send();
      case 'refuse':
        keeping.change(change.notSent(record().draftId, 'file_refused', false));
        return Promise.resolve();
    }
  };
}
