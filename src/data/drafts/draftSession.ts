import type { Answer, Instant } from '@portal/api';
import { createEvents } from '../../words/smallStore.ts';
import { failureOf, isPassing } from '../errors.ts';
import { createDraftKeeping } from './draftKeeping.ts';
import type { DraftSession, DraftSessionParts } from './draftParts.ts';
import { createDraftSaving } from './draftSaving.ts';
import { completedBy, createDraftSending } from './draftSending.ts';
import { createDraftTries } from './draftTries.ts';
import type { DraftWork } from './draftWork.ts';
import { blankDraft, type DraftRecord, instantAfter, isUnchanged, withOther } from './record.ts';
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
    isClosed: false,
    isSent: false,
    content: 0,
    hasTyped: parts.draft.answers.length > 0,
    change: (part) => change(part),
    publish,
    yieldOwnership,
  };
  const keeping = createDraftKeeping(work);
  const tries = createDraftTries(clock, () => {
    if (work.draft.submission === 'waiting') void pump();
    else void saving.now();
  });
  const saving = createDraftSaving(work, keeping, tries, (completed) => completedBy(work, keeping, tries, completed));
  const sending = createDraftSending(work, keeping, saving, tries);
  let shown: DraftState = computeState();

  function computeState(): DraftState {
    const isWaiting = work.draft.submission === 'waiting';
    return {
      device: keeping.state(),
      server: saving.state(),
      connection: tries.connection,
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

  function pump(): Promise<SubmitOutcome | null> {
    if (!mayWrite()) return Promise.resolve(null);
    if (work.draft.submission === 'waiting') return sending.start([]);
    tries.isResting = false;
    return saving.now().then(() => null);
  }

  function write(answers: readonly Answer[]): void {
    const { draft } = work;
    if (!mayWrite() || work.isSent || isUnchanged(answers, draft.answers)) return;
    work.hasTyped = true;
    work.content += 1;
    tries.isResting = false;
    const savedAt = instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt, draft.discardedAt);
    change({ answers: [...answers], savedAt, submission: 'none' }, 'afterPaint');
    if (clock.afterPaint) clock.afterPaint(() => saving.soon());
    else saving.soon();
  }

  function yieldOwnership(): void {
    if (work.ownership === 'elsewhere') return;
    keeping.stop('write');
    work.ownership = 'elsewhere';
    keeping.yieldLease();
    tries.stop();
    publish();
  }

  function close(): void {
    keeping.stop('write');
    work.isClosed = true;
    tries.stop();
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

  keeping.start();

  return {
    current: () => work.draft,
    state: () => shown,
    subscribe: changed.on,
    write,
    async flush() {
      await keeping.settle();
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
      await keeping.settle();
      // The draft's own save is let finish, so that it cannot arrive after the completion.
      await saving.ended();
      return sending.start(quickTries);
    },
    pump,
    nudge() {
      if (!mayWrite()) return;
      const isDue = work.draft.submission === 'waiting' ? !sending.current() : saving.isDue() && !saving.isSaving();
      if (isDue) tries.plan(clock.random() * 1_000);
    },
    async discard() {
      if (work.isClosed) return;
      tries.stop();
      keeping.stop('drop');
      work.isClosed = true;
      await keeping.ended();
      await saving.ended();
      const { draft } = work;
      const discardedAt = instantAfter(clock.wall(), draft.savedAt, draft.serverSavedAt);
      const isMarked = await keeping.markDiscarded(discardedAt);
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
      if (saving.isDue() && !saving.isSaving()) tries.plan(0);
    },
    settle: () => keeping.settle(),
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
      tries.isResting = false;
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
      tries.isResting = false;
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
    async leave() {
      await keeping.settle();
      close();
      if (!keeping.isStored()) await keeping.remove();
    },
    outcome: () => sending.outcome(),
    isClosed: () => work.isClosed,
    unkept: () => (keeping.lacksTyped() ? work.draft : null),
    rests: () => tries.isResting,
    close,
  };
}
