import type { Answer } from '@portal/api';
import { createRetryTimer } from '../unsent/retryTimer.ts';
import { discardDraft } from './draftDiscard.ts';
import { createDraftKeeping } from './draftKeeping.ts';
import { createDraftOwnership } from './draftOwnership.ts';
import type { DraftSession, DraftSessionParts } from './draftParts.ts';
import { createDraftSaving } from './draftSaving.ts';
import { completedBy, createDraftSending } from './draftSending.ts';
import { createDraftStatus } from './draftStatus.ts';
import { createDraftWork } from './draftWork.ts';
import { isUnchanged } from './record.ts';
import type { SubmitOutcome } from './types.ts';

const quickTries = [700, 2_000] as const;

/** Makes the session of one draft. `Lease` is the store's proof of the right to write. */
export function createDraftSession<Lease>(parts: DraftSessionParts<Lease>): DraftSession<Lease> {
  const { clock } = parts;
  const work = createDraftWork(parts, {
    change(part, when = 'now') {
      work.draft = { ...work.draft, ...part };
      keeping.changed(when);
      work.publish();
    },
    takeFiles() {
      const answers = parts.files?.current()?.resolved(work.draft.answers) ?? work.draft.answers;
      if (answers === work.draft.answers || !work.mayWrite() || work.isSent) return;
      work.content += 1;
      work.change({ answers: [...answers], savedAt: work.nextSavedAt() });
      saving.soon();
    },
    publish: () => status.publish(),
    yieldOwnership: () => ownership.yieldOwnership(),
  });
  const keeping = createDraftKeeping(work);
  const retry = createRetryTimer(clock, () => {
    if (work.draft.submission === 'waiting') void pump();
    else void saving.now();
  });
  const saving = createDraftSaving(work, keeping, retry, (completed) => completedBy(work, keeping, retry, completed));
  const sending = createDraftSending(work, keeping, saving, retry);
  const status = createDraftStatus(work, keeping, saving, sending);
  const ownership = createDraftOwnership(work, keeping, saving, retry);

  async function pump(): Promise<SubmitOutcome | null> {
    if (!work.mayWrite()) return null;
    if (work.draft.submission === 'waiting') return sending.start([]);
    await parts.files?.current()?.send(work.draft);
    work.takeFiles();
    work.isResting = false;
    await saving.now();
    return null;
  }

  function write(given: readonly Answer[]): void {
    const answers = parts.files?.current()?.resolved(given) ?? given;
    if (!work.mayWrite() || work.isSent || isUnchanged(answers, work.draft.answers)) return;
    work.typed();
    work.change({ answers: [...answers], savedAt: work.nextSavedAt(), submission: 'none' }, 'afterPaint');
    if (clock.afterPaint) clock.afterPaint(() => saving.soon());
    else saving.soon();
  }

  async function settle(): Promise<void> {
    await Promise.all([keeping.settle(), parts.files?.current()?.settle()]);
  }

  function close(): void {
    keeping.stop('write');
    work.isClosed = true;
    retry.stop();
    stopHearingFiles?.();
    parts.files?.current()?.close();
    status.close();
    work.forgetAnswers();
  }

  /** What no answer names any more goes. */
  async function pruneFiles(): Promise<void> {
    const { answers, lost, others } = work.draft;
    await parts.files?.current()?.prune([...answers, ...lost, ...others.flatMap((other) => other.answers)]);
  }

  keeping.start();
  work.takeFiles();
  if (work.mayWrite()) void pruneFiles();
  const stopHearingFiles = parts.files?.onChange(() => {
    work.takeFiles();
    work.publish();
  });

  return {
    current: () => work.draft,
    state: status.state,
    subscribe: status.subscribe,
    write,
    async flush() {
      await settle();
      await saving.ended();
      await saving.now();
      await keeping.settle();
    },
    async submit(answers) {
      if (!work.mayWrite()) return { kind: 'failed' };
      const standing = sending.current();
      if (standing) return standing;
      write(answers);
      work.hasTyped = true;
      work.change({ submission: 'waiting' });
      await settle();
      // The draft's own save is let finish, so that it cannot arrive after the completion.
      await saving.ended();
      return sending.start(quickTries);
    },
    takeBack() {
      if (!work.mayWrite() || work.draft.submission !== 'waiting') return;
      retry.stop();
      work.change({ submission: 'none' });
      saving.soon();
    },
    pump,
    nudge() {
      if (!work.mayWrite()) return;
      parts.files?.current()?.nudge();
      const isDue = work.draft.submission === 'waiting' ? !sending.current() : saving.isDue() && !saving.isSaving();
      if (isDue) retry.plan(clock.random() * 1_000);
    },
    discard: () => discardDraft(work, keeping, saving, retry),
    dismissOther(unfit = []) {
      if (work.draft.others.length === 0) return;
      work.change({ others: work.draft.others.slice(1), lost: [...work.draft.lost, ...unfit] });
      if (saving.isDue() && !saving.isSaving()) retry.plan(0);
    },
    settle,
    ...ownership,
    files: () => parts.files?.current() ?? null,
    async leave() {
      await settle();
      if (work.mayWrite()) await pruneFiles();
      close();
      if (!keeping.isStored()) await keeping.remove();
    },
    outcome: () => sending.outcome(),
    isClosed: () => work.isClosed,
    unkept: () => (keeping.lacksTyped() ? work.draft : null),
    rests: () => work.isResting,
    close,
  };
}
