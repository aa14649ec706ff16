import { AlreadyCompleted, type AssignedQuestionnaire, type Draft, DraftSuperseded, type Instant } from '@portal/api';
import * as v from 'valibot';
import { type Failure, failureOf, isPassing } from '../errors.ts';
import type { DraftKeeping } from './draftKeeping.ts';
import type { RetryTimer } from '../unsent/retryTimer.ts';
import type { DraftWork } from './draftWork.ts';
import { sameAnswers, withOther } from './record.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { DraftState } from './types.ts';

/** The server's copy of a draft that is not sent yet. */
export interface DraftSaving {
  state(): DraftState['server'];
  /** True when there is something to save, and trying may help. */
  isDue(): boolean;
  isSaving(): boolean;
  /** Saves when the person pauses, or at the time of the next try. */
  soon(): void;
  now(): Promise<void>;
  /** The save in flight, if any, has ended. */
  ended(): Promise<void>;
  /** What the server has is looked at again before the next save goes over it. */
  lookAgain(): void;
  /** The draft of the moment is another, which the server has or has not. */
  own(): void;
}

/** Saves the draft of `work` on the server, once the device has it. */
export function createDraftSaving<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  retry: RetryTimer,
  completedBy: (completed: AssignedQuestionnaire) => Promise<unknown>,
): DraftSaving {
  const { parts } = work;
  const { server, clock } = parts;
  const isConfirmed = () => work.draft.savedAt === work.draft.serverSavedAt;
  // What `work.content` was when the server confirmed it.
  let confirmed = isConfirmed() ? 0 : -1;
  let putting: Promise<void> | null = null;
  let seenServer = parts.seenServer;
  let isHeldBack = false;

  const isDue = () =>
    work.hasTyped &&
    confirmed !== work.content &&
    work.draft.submission === 'none' &&
    !work.isResting &&
    !work.isClosed &&
    !work.isSent &&
    work.ownership === 'owner';

  function soon(): void {
    if (!isDue() || putting !== null) return;
    retry.planSoon();
  }

  function now(): Promise<void> {
    retry.stop();
    if (!isDue()) return putting ?? Promise.resolve();
    putting ??= put().finally(() => {
      putting = null;
      work.publish();
      soon();
      parts.onChange();
    });
    work.publish();
    return putting;
  }

  async function put(): Promise<void> {
    // The server never gets what this device may yet fail to keep from another tab: whoever opens the draft next sees it here.
    await keeping.settle();
    const target = work.content;
    const { answers, templateRevision, savedAt } = work.draft;
    await parts.ownershipNews?.();
    if (!isDue()) return;
    try {
      if (!seenServer) await lookAtServer();
      isHeldBack = keeping.lacksOthers();
      if (isHeldBack) {
        retry.failed += 1;
        work.isResting = parts.unattended;
        return;
      }
      await server.putDraft({ answers, templateRevision, savedAt });
      confirmed = target;
      retry.failed = 0;
      work.connection = 'online';
      if (!work.isClosed) work.change({ serverSavedAt: savedAt });
    } catch (error) {
      await putFailed(failureOf(error), savedAt);
    }
  }

  /** A draft opened without a network goes over another device's only after that one has been looked at. */
  async function lookAtServer(): Promise<void> {
    const standing = (await server.load()).draft;
    seenServer = true;
    if (!standing || standing.savedAt === work.draft.serverSavedAt) return;
    const others = withOther(work.draft, standing);
    if (others !== work.draft.others) work.change({ others });
    await keeping.settle();
  }

  async function putFailed(failure: Failure | null, savedAt: Instant): Promise<void> {
    if (failure && isPassing(failure)) {
      retry.failed += 1;
      if (failure.kind === 'offline') work.connection = 'offline';
      return;
    }
    if (failure?.kind === 'refused' && failure.status === 409) {
      const superseded = v.safeParse(DraftSuperseded, failure.body);
      if (superseded.success) {
        work.connection = 'online';
        supersededBy(superseded.output.draft, savedAt);
        return;
      }
    }
    // Nothing that waiting would mend: it rests until the person types again, signs in again or sends.
    work.isResting = true;
    if (!parts.unattended || failure?.kind !== 'refused' || failure.status === 401) return;
    const already = v.safeParse(AlreadyCompleted, failure.body);
    if (already.success) await completedBy(already.output.completed);
    else work.change({ submission: 'refused' });
  }

  /** The server has a draft, or a discard, that is later by its `savedAt`. */
  function supersededBy(theirs: Draft, savedAt: Instant): void {
    const { draft } = work;
    if (theirs.savedAt === savedAt && sameAnswers(theirs.answers, draft.answers)) {
      confirmed = work.content;
      return;
    }
    // Nobody is typing here: the next opening merges the two, and shows what differs.
    if (parts.unattended) {
      work.isResting = true;
      return;
    }
    // What is typed here goes on from there; what the other device said is kept to be shown.
    retry.failed += 1;
    work.change({
      savedAt: instantAfter(clock.wall(), draft.savedAt, theirs.savedAt),
      others: theirs.savedAt === draft.serverSavedAt ? draft.others : withOther(draft, theirs),
    });
  }

  return {
    state() {
      if (!work.hasTyped) return 'none';
      if (isHeldBack && keeping.lacksOthers()) return 'undecided';
      if (putting !== null) return 'writing';
      return confirmed === work.content ? 'saved' : 'waiting';
    },
    isDue,
    isSaving: () => putting !== null,
    soon,
    now,
    ended: async () => {
      if (putting) await putting;
    },
    lookAgain() {
      seenServer = false;
    },
    own() {
      confirmed = isConfirmed() ? work.content : -1;
      seenServer = false;
      isHeldBack = false;
    },
  };
}
