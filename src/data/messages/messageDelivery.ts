import {
  addMessageAttachment,
  replyToThread,
  saveMessageDraft,
  sendMessage,
  MessageDraftSuperseded,
} from '@portal/api';
import * as v from 'valibot';
import { type Failure, failureOf, isPassing, refusalOf } from '../errors.ts';
import * as change from './changes.ts';
import { afterEnd, besideNewer, mergedWithServer } from './merging.ts';
import type { MessageKeeping } from './messageKeeping.ts';
import type { MessageSessionParts, SentMessage } from './messageParts.ts';
import type { PageFiles } from './pageFiles.ts';
import {
  type FileRefusal,
  filesOf,
  isAsTried,
  isBlank,
  type MessageRecord,
  type MessageRefusal,
  textOf,
} from './record.ts';

/** A save from just before a sending shows as well as another that the server is there and has the draft open. */
const freshFor = 5_000;

/** True when the same request may do better later, or in another session. */
const isForNow = (said: Failure | null): boolean =>
  said !== null &&
  (isPassing(said) || said.kind === 'sessionEnded' || (said.kind === 'refused' && said.status === 401));

type Step =
  | { readonly kind: 'look' | 'save' | 'refuse' | 'send' }
  | { readonly kind: 'discard'; readonly draftId: MessageRecord['draftId'] }
  | { readonly kind: 'removeFile' | 'upload'; readonly file: MessageRecord['files'][number] };

/** What of one message goes to the server, step after step. */
export interface MessageDelivery {
  /** Does all that is to be done now; what is typed is saved only with `savesNow`, or where something else needs it. */
  run(savesNow: boolean): Promise<void>;
  /** True when a run would do something, a save among it. */
  hasWork(): boolean;
  /** Why the last run stopped; null when it came to its end. */
  failure(): Failure | null;
  /** A request is on its way that makes the draft a message. */
  isPosting(): boolean;
  answer(): SentMessage | null;
  /** The next message begins in the same place. */
  forgetAnswer(): void;
  /** True where the server has taken nothing of what was tried; false where it has, or says nothing. */
  isUnsent(): Promise<boolean>;
  /** Something was changed: what could not be saved as it was may be now. */
  wake(): void;
}

export function createMessageDelivery(
  parts: MessageSessionParts,
  keeping: MessageKeeping,
  pageFiles: PageFiles,
  publish: () => void,
): MessageDelivery {
  const { server, store, clock } = parts;
  const record = () => keeping.record();
  let hasLooked = parts.isUnattended;
  // The facility's back end may lack drafts, or not take this one as it is.
  let savesRest = false;
  let fresh: { readonly savedAt: string; readonly at: number } | null = null;
  let isEnded = false;
  let failure: Failure | null = null;
  let isPosting = false;
  let answer: SentMessage | null = null;
  let running: Promise<void> = Promise.resolve();

  const isFresh = () =>
    fresh !== null && fresh.savedAt === record().savedAt && Math.abs(clock.wall() - fresh.at) < freshFor;

  function isSaveDue({ savedAt, serverSavedAt, submission }: MessageRecord): boolean {
    if (savesRest || isEnded || (isBlank(record()) && serverSavedAt === null)) return false;
    return savedAt !== serverSavedAt || (submission === 'waiting' && !isFresh());
  }

  function nextStep(savesNow: boolean): Step | null {
    const now = record();
    if (!hasLooked) return { kind: 'look' };
    const [draftId] = now.discards;
    if (draftId) return { kind: 'discard', draftId };
    const removed = now.files.find((file) => file.isRemoved || pageFiles.isAbandoned(file));
    if (removed) return { kind: 'removeFile', file: removed };
    const toUpload = filesOf(now).find(
      (file) => file.attachment === null && file.refusal === null && (file.isKept || pageFiles.has(file.key)),
    );
    const goes = now.submission === 'waiting';
    if ((savesNow || goes || toUpload) && isSaveDue(now)) return { kind: 'save' };
    if (toUpload) return { kind: 'upload', file: toUpload };
    if (!goes) return null;
    return filesOf(now).some((file) => file.refusal !== null) ? { kind: 'refuse' } : { kind: 'send' };
  }

  async function look(): Promise<void> {
    try {
      const drafts = await server.list();
      keeping.change((standing) => mergedWithServer(standing, drafts, clock.wall()));
    } catch (error) {
      const said = failureOf(error);
      // A back end without drafts has none of this place.
      if (isForNow(said)) throw error;
    }
    hasLooked = true;
  }

  async function save(): Promise<void> {
    const { draftId, savedAt, serverSavedAt, ...rest } = record();
    try {
      await server.save(draftId, textOf(rest), savedAt);
    } catch (error) {
      await saveRefused(error, draftId);
      return;
    }
    fresh = { savedAt, at: clock.wall() };
    keeping.change(change.savedOnServer(draftId, savedAt));
    if (serverSavedAt === null) parts.onServerChange('draft');
  }

  async function saveRefused(error: unknown, draftId: MessageRecord['draftId']): Promise<void> {
    const said = failureOf(error);
    if (isForNow(said)) throw error;
    switch (refusalOf(saveMessageDraft, said)) {
      case 'draft_sent':
        ended(draftId);
        return;
      case 'draft_superseded': {
        const superseded = v.safeParse(MessageDraftSuperseded, said?.kind === 'refused' ? said.body : null);
        if (!superseded.success) break;
        const { draft } = superseded.output;
        if (draft.draftId !== draftId) break;
        // Nobody is looking here: the next opening shows both.
        if (parts.isUnattended && record().submission === 'none') break;
        keeping.change((standing) =>
          standing.draftId === draftId ? besideNewer(standing, draft, clock.wall()) : standing,
        );
        return;
      }
      default:
    }
    savesRest = true;
  }

  /** The draft was sent or deleted. Of what was tried here, sending it again tells. */
  function ended(draftId: MessageRecord['draftId']): void {
    if (record().submission === 'waiting' && isAsTried(record())) {
      isEnded = true;
      return;
    }
    keeping.change((standing) => (standing.draftId === draftId ? afterEnd(standing, clock.wall()) : standing));
    parts.onServerChange('sent');
  }

  async function discard(draftId: MessageRecord['draftId']): Promise<void> {
    await unlessRefused(server.discard(draftId));
    keeping.change(change.discardTold(draftId));
    parts.onServerChange('draft');
  }

  /** Where the server will not hear of it, asking again does not help. */
  const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      if (isForNow(failureOf(error))) throw error;
    });

  async function removeFile({ key, attachment, isKept }: MessageRecord['files'][number]): Promise<void> {
    const { draftId } = record();
    if (attachment) await unlessRefused(server.removeFile(draftId, attachment.attachmentId));
    if (isKept) await store.dropBytes(key).catch(() => undefined);
    pageFiles.forget(key);
    keeping.change(change.fileForgotten(key));
  }

  async function upload({ key, uploadKey, fileName }: MessageRecord['files'][number]): Promise<void> {
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
      const code = refusalOf(addMessageAttachment, said);
      if (code === 'draft_sent') ended(draftId);
      else keeping.change(change.fileRefused(key, fileRefusalOf(said, code)));
    } finally {
      pageFiles.progress(key, null);
    }
  }

  async function send(): Promise<void> {
    const { draftId } = record();
    keeping.change(change.triedToSend(draftId));
    await keeping.settle();
    const going = record();
    // Taken back, or another page has sent it.
    if (going.submission !== 'waiting' || going.draftId !== draftId) return;
    const attachmentIds = filesOf(going).flatMap(({ attachment }) => attachment?.attachmentId ?? []);
    isPosting = true;
    publish();
    try {
      const given = await parts.withSubmitLock(() => server.send(draftId, textOf(going), attachmentIds));
      answer = given;
      isEnded = false;
      keeping.change(change.sent(draftId, clock.wall()));
      await keeping.settle();
      parts.onServerChange('sent');
    } catch (error) {
      sendRefused(error, draftId, going.threadId !== null);
    } finally {
      isPosting = false;
    }
  }

  function sendRefused(error: unknown, draftId: MessageRecord['draftId'], isReply: boolean): void {
    const said = failureOf(error);
    if (isForNow(said)) throw error;
    const code = refusalOf(isReply ? replyToThread : sendMessage, said);
    // Which of the files is not there, a look at the draft tells.
    if (code === 'attachment_missing') hasLooked = false;
    isEnded = false;
    keeping.change(change.notSent(draftId, messageRefusalOf(said, code), said?.kind === 'refused'));
  }

  function perform(step: Step): Promise<void> {
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
  }

  async function runOnce(savesNow: boolean): Promise<void> {
    if (nextStep(savesNow) === null) return;
    await parts.alone(async () => {
      await keeping.reread();
      for (let step = nextStep(savesNow); step !== null; step = nextStep(savesNow)) {
        // Whoever opens the draft next sees here at least what the server has.
        await keeping.settle();
        await perform(step);
        await keeping.settle();
      }
    });
  }

  return {
    run(savesNow) {
      running = running.then(async () => {
        try {
          await runOnce(savesNow);
          failure = null;
        } catch (error) {
          failure = failureOf(error) ?? { kind: 'malformed' };
        }
        publish();
      });
      return running;
    },
    hasWork: () => nextStep(true) !== null,
    failure: () => failure,
    isPosting: () => isPosting,
    answer: () => answer,
    forgetAnswer() {
      answer = null;
    },
    async isUnsent() {
      const { draftId, savedAt } = record();
      try {
        await server.save(draftId, textOf(record()), savedAt);
        return true;
      } catch (error) {
        // Older than another device's: it is open still.
        return refusalOf(saveMessageDraft, failureOf(error)) === 'draft_superseded';
      }
    },
    wake() {
      savesRest = false;
      answer = null;
    },
  };
}

const fileRefusalOf = (
  said: Failure | null,
  code: ReturnType<typeof refusalOf<typeof addMessageAttachment>>,
): FileRefusal => {
  switch (code) {
    case 'file_type':
    case 'file_broken':
    case 'file_infected':
    case 'file_empty':
    case 'attachments_too_large':
      return code;
    default:
      return said?.kind === 'refused' && said.status === 413 ? 'file_too_large' : 'failed';
  }
};

const messageRefusalOf = (
  said: Failure | null,
  code: ReturnType<typeof refusalOf<typeof sendMessage | typeof replyToThread>>,
): MessageRefusal => {
  switch (code) {
    case 'not_recipient':
    case 'reply_closed':
    case 'attachments_too_large':
      return code;
    case 'attachment_missing':
      return 'file_refused';
    default:
      return said?.kind === 'refused' && said.status === 404 ? 'not_found' : 'failed';
  }
};
