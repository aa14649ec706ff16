import { saveMessageDraft } from '@portal/api';
import { type Failure, failureOf, refusalOf } from '../errors.ts';
import type { BegunText } from './merging.ts';
import type { MessageKeeping } from './messageKeeping.ts';
import type { MessageSessionParts, SentMessage } from './messageParts.ts';
import type { PageFiles } from './pageFiles.ts';
import { filesOf, isBlank, type MessageRecord, sameText, textOf } from './record.ts';
import { createSteps, type DeliveryWork, type Step } from './steps.ts';

/** Milliseconds after a save in which a sending does not save again: that save has shown that the server works and has the draft open. */
const freshFor = 5_000;

/** Sends one message to the server, step by step. */
export interface MessageDelivery {
  /** Does everything that is due now, as far as the connection allows. */
  run(): Promise<void>;
  /** True when a run would do something. */
  hasWork(): boolean;
  /** Why the last run stopped; null when it finished. */
  failure(): Failure | null;
  /** True while the request that makes the draft a message is in flight. */
  isPosting(): boolean;
  /** The message that was sent last, until the next one is begun. */
  answer(): SentMessage | null;
  /** True when the server has received none of the tries; false when it has, or does not answer. */
  isUnsent(): Promise<boolean>;
  /** The page put this into the message for the person to write on. */
  begun(text: BegunText): void;
  /** Something was changed, so a draft that the server refused to save may be saved now. */
  wake(): void;
}

export function createMessageDelivery(
  parts: MessageSessionParts,
  keeping: MessageKeeping,
  pageFiles: PageFiles,
  publish: () => void,
): MessageDelivery {
  const { server, clock } = parts;
  const record = () => keeping.record();
  const work: DeliveryWork = {
    hasLooked: parts.isUnattended,
    savesRest: false,
    isEnded: false,
    fresh: null,
    isPosting: false,
    answer: null,
    begunWith: null,
  };
  const perform = createSteps(parts, keeping, pageFiles, work, publish);
  let failure: Failure | null = null;
  let running: Promise<void> = Promise.resolve();

  const isFresh = () => work.fresh?.savedAt === record().savedAt && Math.abs(clock.wall() - work.fresh.at) < freshFor;

  /**
   * A save would overwrite another device's text, which would then be in this page only. It waits until the person has chosen, or the
   * device stores again.
   */
  function lacksOthers(): boolean {
    if (keeping.state() !== 'refused') return false;
    const kept = keeping.kept()?.others ?? [];
    return record().others.some((other) => other.draftId === null && !kept.some((one) => sameText(one, other)));
  }

  function isSaveDue({ savedAt, serverSavedAt, submission }: MessageRecord): boolean {
    if (work.savesRest || work.isEnded || (isBlank(record()) && serverSavedAt === null)) return false;
    if (submission === 'none' && lacksOthers()) return false;
    return savedAt !== serverSavedAt || (submission === 'waiting' && !isFresh());
  }

  function nextStep(): Step | null {
    const now = record();
    if (!work.hasLooked) return { kind: 'look' };
    const goes = now.submission === 'waiting';
    // The server's draft has ended, so nothing can be added to it.
    if (goes && work.isEnded) return { kind: 'send' };
    const [draftId] = now.discards;
    if (draftId) return { kind: 'discard', draftId };
    const removed = now.files.find((file) => file.isRemoved || pageFiles.isAbandoned(file));
    if (removed) return { kind: 'removeFile', file: removed };
    const toUpload = filesOf(now).find(
      (file) => file.attachment === null && file.refusal === null && (file.isKept || pageFiles.has(file.key)),
    );
    if (isSaveDue(now)) return { kind: 'save' };
    if (toUpload) return { kind: 'upload', file: toUpload };
    if (!goes) return null;
    return filesOf(now).some((file) => file.refusal !== null) ? { kind: 'refuse' } : { kind: 'send' };
  }

  async function runOnce(): Promise<void> {
    if (nextStep() === null) return;
    await parts.alone(async () => {
      await keeping.reread();
      for (let step = nextStep(); step !== null; step = nextStep()) {
        // The device stores the draft before the server gets it, so that whoever opens it next on this device sees at least what the server
        // has.
        await keeping.settle();
        await perform(step);
        await keeping.settle();
      }
    });
  }

  return {
    run() {
      running = running.then(async () => {
        try {
          await runOnce();
          failure = null;
        } catch (error) {
          failure = failureOf(error) ?? { kind: 'malformed' };
        }
        publish();
      });
      return running;
    },
    hasWork: () => nextStep() !== null,
    failure: () => failure,
    isPosting: () => work.isPosting,
    answer: () => work.answer,
    async isUnsent() {
      const { draftId, savedAt } = record();
      try {
        await server.save(draftId, textOf(record()), savedAt);
        return true;
      } catch (error) {
        // The server has a newer draft of another device, so the draft is still open.
        return refusalOf(saveMessageDraft, failureOf(error)) === 'draft_superseded';
      }
    },
    begun(text) {
      work.begunWith = text;
    },
    wake() {
      work.savesRest = false;
      work.answer = null;
    },
  };
}
