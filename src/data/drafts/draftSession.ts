import type { Answer, Instant } from '@portal/api';
import { createEvents } from '../../words/smallStore.ts';
import { failureOf, isPassing } from '../errors.ts';
import { createDraftKeeping } from './draftKeeping.ts';
import type { DraftSession, DraftSessionParts } from './draftParts.ts';
import { createDraftSaving } from './draftSaving.ts';
import { completedBy, createDraftSending } from './draftSending.ts';
import { createRetryTimer } from '../unsent/retryTimer.ts';
import type { DraftWork } from './draftWork.ts';
import { blankDraft, type DraftRecord, isUnchanged, withOther } from './record.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { DraftState, SubmitOutcome } from './types.ts';

const quickTries = [700, 2_000] as const;
const firstDiscardPause = 2_000;

/** Makes the session of one draft. `Lease` is the store's proof of the right to write. */
export function createDraftSession<Lease>(parts: DraftSessionParts<Lease>): DraftSession<Lease> {
  const { server, clock } = parts;
  const changed = createEvents();
  const work: DraftWork<Lease> = {
    parts,
    draft: parts.draft,
    ownership: parts.ownership,
    connection: 'online',
    isResting: false,
    isClosed: false,
    isSent: false,
    content: 0,
    hasTyped: parts.draft.answers.length > 0,
    change: (part) => change(part),
    takeFiles,
    publish,
    yieldOwnership,
  };
  const keeping = createDraftKeeping(work);
  const retry = createRetryTimer(clock, () => {
    if (work.draft.submission === 'waiting') void pump();
    else void saving.now();
  });
  const saving = createDraftSaving(work, keeping, retry, (completed) => completedBy(work, keeping, retry, completed));
  const sending = createDraftSending(work, keeping, saving, retry);
  let shown: DraftState = computeState();

  function computeState(): DraftState {
    const isWaiting = work.draft.submission === 'waiting';
    const files = parts.files?.current()?.summary(work.draft);
    const [device, onServer] = [keeping.state(), saving.state()];
    return {
      // An answer is where its file is.
      device:
        files?.isInPage && device !== 'never' ? 'refused' : files?.isKeeping && device === 'saved' ? 'writing' : device,
      server: files?.isUnsent && onServer === 'saved' ? 'waiting' : onServer,
      connection: work.connection,
      ownership: work.ownership,
      submission: work.isSent ? 'sent' : sending.current() ? 'sending' : isWaiting ? 'waiting' : 'none',
    };
  }

  function publish(): void {
    const next = computeState();
    const same =
      next.device === shown.device &&
      next.server === shown.server &&
      next.connection === shown.connection &&
      next.ownership === shown.ownership &&
      next.submission === shown.submission;
    if (!same) shown = next;
    changed.emit();
  }

  function change(part: Partial<DraftRecord>, when: 'now' | 'afterPaint' = 'now'): void {
    work.draft = { ...work.draft, ...part };
    keeping.changed(when);
    publish();
  }

  const mayWrite = () => !work.isClosed && work.ownership === 'owner';

  function takeFiles(): void {
    const answers = parts.files?.current()?.resolved(work.draft.answers) ?? work.draft.answers;
    if (answers === work.draft.answers || !mayWrite() || work.isSent) return;
    const { savedAt, serverSavedAt, discardedAt } = work.draft;
    work.content += 1;
    change({ answers: [...answers], savedAt: instantAfter(clock.wall(), savedAt, serverSavedAt, discardedAt) });
    saving.soon();
  }

  async function pump(): Promise<SubmitOutcome | null> {
    if (!mayWrite()) return null;
    if (work.draft.submission === 'waiting') return sending.start([]);
    await parts.files?.current()?.send(work.draft);
    takeFiles();
    work.isResting = false;
    await saving.now();
    return null;
  }

  function write(given: readonly Answer[]): void {
    const { draft } = work;
    const answers = parts.files?.current()?.resolved(given) ?? given;
    if (!mayWrite() || work.isSent || isUnchanged(answers, draft.answers)) return;
    work.hasTyped = true;
    work.content += 1;
    work.isResting = false;
    const savedAt = instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt, draft.discardedAt);
    change({ answers: [...answers], savedAt, submission: 'none' }, 'afterPaint');
    if (clock.afterPaint) clock.afterPaint(() => saving.soon());
    else saving.soon();
  }

  async function settle(): Promise<void> {
    await Promise.all([keeping.settle(), parts.files?.current()?.settle()]);
  }

  function yieldOwnership(): void {
    if (work.ownership === 'elsewhere') return;
    keeping.stop('write');
    work.ownership = 'elsewhere';
    keeping.yieldLease();
    retry.stop();
    publish();
  }

  function close(): void {
    keeping.stop('write');
    work.isClosed = true;
    retry.stop();
    stopHearingFiles?.();
    parts.files?.current()?.close();
    changed.clear();
    // What was typed leaves memory with the draft session; the device and the server have what they have.
    work.draft = { ...work.draft, answers: [], lost: [], lostFrom: null, others: [] };
  }

  async function deleteOnServer(discardedAt: Instant, most: number): Promise<void> {
    for (let attempt = 1; attempt <= most; attempt += 1) {
      try {
        await server.deleteDraft(discardedAt);
        await keeping.remove();
        return;
      } catch (error) {
        const failure = failureOf(error);
        if (!failure || !isPassing(failure)) return;
        if (attempt < most)
          await new Promise<void>((resolve) => {
            clock.later(firstDiscardPause * 2 ** attempt, resolve);
          });
      }
    }
  }

  /** What no answer names any more goes. */
  async function pruneFiles(): Promise<void> {
    const { answers, lost, others } = work.draft;
    await parts.files?.current()?.prune([...answers, ...lost, ...others.flatMap((other) => other.answers)]);
  }

  keeping.start();
  takeFiles();
  if (mayWrite()) void pruneFiles();
  const stopHearingFiles = parts.files?.onChange(() => {
    takeFiles();
    publish();
  });

  return {
    current: () => work.draft,
    state: () => shown,
    subscribe: changed.on,
    write,
    async flush() {
      await settle();
      await saving.ended();
      await saving.now();
      await keeping.settle();
    },
    async submit(answers) {
      if (!mayWrite()) return { kind: 'failed' };
      const standing = sending.current();
      if (standing) return standing;
      write(answers);
      work.hasTyped = true;
      change({ submission: 'waiting' });
      await settle();
      // The draft's own save is let finish, so that it cannot arrive after the completion.
      await saving.ended();
      return sending.start(quickTries);
    },
    pump,
    nudge() {
      if (!mayWrite()) return;
      parts.files?.current()?.nudge();
      const isDue = work.draft.submission === 'waiting' ? !sending.current() : saving.isDue() && !saving.isSaving();
      if (isDue) retry.plan(clock.random() * 1_000);
    },
    async discard() {
      if (work.isClosed) return;
      retry.stop();
      keeping.stop('drop');
      work.isClosed = true;
      await keeping.ended();
      await saving.ended();
      const { draft } = work;
      const discardedAt = instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt);
      const isMarked = await keeping.markDiscarded(discardedAt);
      await parts.files?.current()?.end();
      work.draft = {
        ...work.draft,
        answers: [],
        discardedAt,
        submission: 'none',
        others: [],
        lost: [],
        lostFrom: null,
      };
      publish();
      parts.onChange();
      await deleteOnServer(discardedAt, isMarked ? 1 : 5);
      parts.onChange();
    },
    dismissOther() {
      if (work.draft.others.length === 0) return;
      change({ others: work.draft.others.slice(1) });
      if (saving.isDue() && !saving.isSaving()) retry.plan(0);
    },
    settle,
    yieldOwnership,
    own(nextLease, there) {
      const { draft } = work;
      work.ownership = 'owner';
      work.draft =
        there?.kind === 'discarded'
          ? blankDraft(draft.questionnaire, draft.patientId, clock.wall(), there.discardedAt)
          : (there ?? draft);
      work.hasTyped ||= work.draft.answers.length > 0;
      work.content += 1;
      keeping.own(nextLease, there);
      // What the server got since this tab looked is not in what the device has.
      saving.own();
      work.isResting = false;
      publish();
      saving.soon();
    },
    goOnFrom(last) {
      if (!mayWrite() || work.isSent) return;
      const { draft } = work;
      const there = keeping.record();
      // The key is made with the draft and stays with it: a record under another one is of none that the other tab had seen.
      const unseen = there !== null && there.idempotencyKey !== last.idempotencyKey ? [there] : [];
      const others = [...(there?.others ?? []), ...unseen];
      work.hasTyped = true;
      work.content += 1;
      work.isResting = false;
      saving.lookAgain();
      change({
        ...last,
        savedAt: instantAfter(clock.wall(), last.savedAt, draft.savedAt, draft.serverSavedAt, draft.discardedAt),
        submission: 'none',
        others: others.reduceRight((all, other) => withOther({ ...last, others: all }, other), last.others),
      });
      saving.soon();
    },
    blank() {
      if (work.ownership === 'owner') return;
      const { draft } = work;
      const discardedAt = instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt);
      work.draft = blankDraft(draft.questionnaire, draft.patientId, clock.wall(), discardedAt);
      work.hasTyped = false;
      publish();
    },
    files: () => parts.files?.current() ?? null,
    async leave() {
      await settle();
      if (mayWrite()) await pruneFiles();
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
