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
  /** True when there is something to save and trying may help. */
  isDue(): boolean;
  isSaving(): boolean;
  /** Saves when the person pauses, or at the time of the next retry. */
  soon(): void;
  now(): Promise<void>;
  /** Resolves when the save in flight, if any, has ended. */
  ended(): Promise<void>;
  /** Looks at the server's draft again before the next save overwrites it. */
  lookAgain(): void;
  /** The current draft was replaced by another one, which the server may or may not have. */
  own(): void;
}

/** Saves the draft of `work` on the server, after the device has stored it. */
export function createDraftSaving<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  retry: RetryTimer,
  completedBy: (completed: AssignedQuestionnaire) => Promise<unknown>,
): DraftSaving {
  const { parts } = work;
  const { server, clock } = parts;
  const isConfirmed = () => work.draft.savedAt === work.draft.serverSavedAt;
  // The value of `work.content` when the server confirmed it.
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
    // The device stores the draft before the server gets it, so that whoever opens it next on this device sees at least what the server
    // has.
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

  /** Looks at the server's draft before one that was opened offline overwrites it, because another device may have saved it. */
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
    // Waiting would not help. Saving rests until the person types again, signs in again or sends.
    work.isResting = true;
    if (!parts.unattended || failure?.kind !== 'refused' || failure.status === 401) return;
    const already = v.safeParse(AlreadyCompleted, failure.body);
    if (already.success) await completedBy(already.output.completed);
    else work.change({ submission: 'refused' });
  }

  /** The server has a draft or a discard with a later `savedAt`. */
  function supersededBy(theirs: Draft, savedAt: Instant): void {
    const { draft } = work;
    if (theirs.savedAt === savedAt && sameAnswers(theirs.answers, draft.answers)) {
      confirmed = work.content;
      return;
    }
    // Nobody is typing here. The next opening merges the two drafts and shows what differs.
    if (parts.unattended) {
      work.isResting = true;
      return;
    }
    // The draft of this device continues with a later `savedAt`; the other device's answers are kept beside it to be shown.
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
