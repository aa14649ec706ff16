import type { RetryTimer } from '../unsent/retryTimer.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import type { DraftKeeping } from './draftKeeping.ts';
import type { DraftSession } from './draftParts.ts';
import type { DraftSaving } from './draftSaving.ts';
import type { DraftWork } from './draftWork.ts';
import { blankDraft, type DraftRecord, fitTo, isHeldBack, withOther } from './record.ts';

/** How a draft passes from one tab to another. */
export function createDraftOwnership<Lease>(
  work: DraftWork<Lease>,
  keeping: DraftKeeping<Lease>,
  saving: DraftSaving,
  retry: RetryTimer,
): Pick<DraftSession<Lease>, 'yieldOwnership' | 'readyToOwn' | 'own' | 'goOnFrom' | 'blank'> {
  const { clock } = work.parts;
  /** What another tab wrote, in the form of this page where that tab had an older one: what does not fit any more is told. */
  const fitHere = (there: DraftRecord): DraftRecord => {
    const { questionnaire } = work.draft;
    return there.templateRevision < questionnaire.templateRevision ? fitTo(there, questionnaire, clock.wall()) : there;
  };
  return {
    yieldOwnership() {
      if (work.ownership === 'elsewhere') return;
      keeping.stop('write');
      work.ownership = 'elsewhere';
      keeping.yieldLease();
      retry.stop();
      work.publish();
    },
    async readyToOwn(...drafts) {
      const { files } = work.parts;
      for (const there of drafts)
        if (there?.kind === 'draft') await files?.readyFor(there.questionnaire).catch(() => undefined);
      await files?.current()?.reread();
    },
    own(nextLease, there) {
      const { draft } = work;
      work.ownership = 'owner';
      work.draft =
        there?.kind === 'discarded'
          ? blankDraft(draft.questionnaire, draft.patientId, clock.wall(), there.discardedAt)
          : there === null
            ? draft
            : fitHere(there);
      work.hasTyped ||= work.draft.answers.length > 0;
      work.content += 1;
      keeping.own(nextLease, there);
      if (there?.kind === 'draft' && work.draft !== there) keeping.changed('now');
      // What the server got since this tab looked is not in what the device has.
      saving.own();
      work.isResting = false;
      work.publish();
      saving.soon();
      return isHeldBack(there, work.draft);
    },
    goOnFrom(given) {
      if (!work.mayWrite() || work.isSent) return;
      const last = fitHere(given);
      const there = keeping.record();
      // The key is made with the draft and stays with it: a record under another one is of none that the other tab had seen.
      const unseen = there !== null && there.idempotencyKey !== last.idempotencyKey ? [there] : [];
      const others = [...(there?.others ?? []), ...unseen];
      work.typed();
      saving.lookAgain();
      work.change({
        ...last,
        savedAt: work.nextSavedAt(last.savedAt),
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
      work.publish();
    },
  };
}
