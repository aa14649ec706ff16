import type { IdempotencyKey } from '@portal/api';
import { createEvents } from '../../words/smallStore.ts';
import { createRetryTimer } from '../unsent/retryTimer.ts';
import { isPassing } from '../errors.ts';
import * as change from './changes.ts';
import { createMessageDelivery } from './messageDelivery.ts';
import { createMessageKeeping } from './messageKeeping.ts';
import type { MessageSessionParts } from './messageParts.ts';
import { type BegunText, isUnwritten } from './merging.ts';
import { chosenFile, createPageFiles } from './pageFiles.ts';
import { isBlank, type MessageRecord, sameText, textOf } from './record.ts';
import { phaseOf, shownState, waitsFor } from './shownState.ts';
import { createTakingBack } from './takingBack.ts';
import type { ChosenFile, MessageDraftHandle, MessageDraftState, MessageText } from './types.ts';

const quickTries = [700, 2_000] as const;

/** A message that is being written, or that the outbox sends. */
export interface MessageSession extends Omit<MessageDraftHandle, 'close'> {
  record(): MessageRecord;
  /** Tries now what can be tried; true when nothing is left that another try could send. */
  pump(): Promise<boolean>;
  /** A connection may be back. */
  nudge(): void;
  settle(): Promise<void>;
  reread(): Promise<void>;
  /** Before the page is left: makes it durable, deletes an empty draft, and sends to the server what the device does not store. */
  finish(): Promise<void>;
  /** Stops at once. */
  stop(): void;
}

export function createMessageSession(parts: MessageSessionParts): MessageSession {
  const { clock, store } = parts;
  const changed = createEvents();
  const pageFiles = createPageFiles(clock.wall);
  const keeping = createMessageKeeping(parts, () => publish());
  const delivery = createMessageDelivery(parts, keeping, pageFiles, () => publish());
  const retry = createRetryTimer(clock, () => void attempt([]));
  const takingBack = createTakingBack(parts, keeping, delivery, {
    publish: () => publish(),
    attempt: () => attempt([]),
  });
  let delivering: Promise<void> | null = null;
  let isStopped = false;
  let shown = computeState();

  function computeState(): MessageDraftState {
    const answer = delivery.answer();
    const isSending = delivering !== null || delivery.isPosting();
    const why = waitsFor(delivery.failure(), parts.hasNetwork());
    const record = keeping.record();
    return shownState(
      record,
      keeping.state(),
      pageFiles,
      phaseOf(takingBack.isUnderWay() ? { ...record, submission: 'waiting' } : record, { answer, isSending, why }),
    );
  }

  function publish(): void {
    const next = computeState();
    // Most changes below are not visible. The page renders again only when the state differs.
    if (JSON.stringify(next) === JSON.stringify(shown)) return;
    shown = next;
    changed.emit();
  }

  const isFree = () => !isStopped && !takingBack.isUnderWay() && keeping.record().submission === 'none';

  /** Saves when the person pauses. */
  function saveSoon(): void {
    if (!isStopped && !delivering) retry.planSoon();
  }

  function changedByPerson(next: change.Change): void {
    delivery.wake();
    keeping.change(next, true);
    saveSoon();
  }

  async function attempt(pauses: readonly number[]): Promise<void> {
    if (isStopped) return;
    retry.stop();
    delivering ??= deliver(pauses).finally(() => {
      delivering = null;
      publish();
      parts.onChange();
    });
    publish();
    await delivering;
    // What was typed during the sending is saved on its own.
    if (!isStopped && delivery.failure() === null && delivery.hasWork()) saveSoon();
  }

  async function deliver(pauses: readonly number[]): Promise<void> {
    await delivery.run();
    const failure = delivery.failure();
    if (failure === null) {
      retry.failed = 0;
      return;
    }
    const mayPass = isPassing(failure) && !(failure.kind === 'offline' && failure.timedOut === true);
    const [wait, ...rest] = pauses;
    if (wait !== undefined && mayPass && parts.hasNetwork() && !isStopped) {
      await new Promise<void>((resolve) => {
        clock.later(wait, resolve);
      });
      return deliver(rest);
    }
    retry.failed += 1;
    const record = keeping.record();
    if (record.submission === 'waiting' && keeping.state() === 'refused')
      // Nothing would send it later. It is still on the page, and the page says so.
      keeping.change(change.notSent(record.draftId, 'not_kept', false));
    if (isPassing(failure) && !isStopped && !parts.isUnattended) retry.planNext();
  }

  function addFile(file: ChosenFile): void {
    if (!isFree()) return;
    const entry = chosenFile(keeping.record(), file, clock.wall());
    if (entry.refusal !== null) {
      changedByPerson(change.fileAdded(entry));
      return;
    }
    pageFiles.hold(entry.key, file);
    changedByPerson(change.fileAdded(entry));
    void keepFile(entry.key);
  }

  async function keepFile(key: IdempotencyKey): Promise<void> {
    const bytes = await pageFiles.bytes(key);
    if (bytes === null) {
      pageFiles.forget(key);
      keeping.change(change.fileRefused(key, 'failed'));
      return;
    }
    // The entry is stored before the bytes, so that bytes on the device can always be found and deleted.
    await keeping.settle();
    const isKept = await store.keepBytes(key, bytes).then(
      () => true,
      () => false,
    );
    if (isKept) keeping.change(change.fileKept(key, true));
    // It was removed or sent while the device was storing it, and no entry names the bytes any more.
    const isNamed = keeping.record().files.some((file) => file.key === key);
    if (isKept && !isNamed) await store.dropBytes(key).catch(() => undefined);
    if (!isStopped && !delivering) retry.plan(0);
  }

  function stop(): void {
    keeping.stop();
    isStopped = true;
    retry.stop();
    changed.clear();
  }

  let begunWith: BegunText | null = null;
  function write(patch: Partial<MessageText>): void {
    if (!isFree()) return;
    const seen = textOf(keeping.record());
    const text = { ...seen, ...patch };
    if (!sameText(text, seen)) changedByPerson(change.typed(text, seen, clock.wall()));
  }

  // Looks at the server's drafts, and finishes what an earlier page has left undone.
  if (!parts.isUnattended) retry.plan(0);

  return {
    record: () => keeping.record(),
    state: () => shown,
    subscribe: changed.on,
    begin(text) {
      begunWith = text;
      delivery.begun(text);
      write(text);
    },
    write,
    addFile,
    removeFile(key: IdempotencyKey) {
      if (!isFree()) return;
      changedByPerson(change.fileRemoved(key));
      retry.plan(0);
    },
    async send() {
      const seen = keeping.record();
      const { content, subject, careProviderId, threadId } = seen;
      const isComplete =
        content.trim() !== '' && (threadId !== null || (careProviderId !== null && subject.trim() !== ''));
      if (isStopped || takingBack.isUnderWay() || !isComplete) return shown.phase;
      delivery.wake();
      if (seen.submission === 'none') keeping.change(change.submitted(textOf(seen)));
      await keeping.settle();
      // Lets a save that is in flight finish first.
      await delivering;
      await attempt(quickTries);
      return shown.phase;
    },
    takeBack: () => takingBack.takeBack(),
    discard: () => takingBack.discard(),
    takeOther: () => changedByPerson(change.otherTaken(clock.wall())),
    dismissOther: () => changedByPerson(change.otherDismissed),
    async pump() {
      await attempt([]);
      await keeping.settle();
      return delivery.failure() === null && !delivery.hasWork();
    },
    nudge() {
      if (!isStopped && !delivering && delivery.hasWork()) retry.plan(clock.random() * 1_000);
    },
    settle: () => keeping.settle(),
    reread: () => keeping.reread(),
    async finish() {
      await keeping.settle();
      const record = keeping.record();
      // What a link filled in, and nobody wrote on, is no draft: the next link is about something else.
      if (isBlank(record) ? record.serverSavedAt !== null : isUnwritten(record, begunWith))
        keeping.change(change.discarded(record, clock.wall()));
      await keeping.settle();
      // What this device does not store goes to the server before the page drops it.
      if (keeping.state() === 'refused') await attempt([]);
    },
    stop,
  };
}
