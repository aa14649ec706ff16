import type { DraftSession } from './draftParts.ts';
import type { DraftHandle } from './types.ts';

/** A draft session as its page sees it, with the functions that concern which tab has the draft. */
export const draftHandle = <Lease>(
  draftSession: DraftSession<Lease>,
  surface: Pick<DraftHandle, 'takeOver' | 'release' | 'discard'> & Partial<Pick<DraftHandle, 'flush' | 'wasWaiting'>>,
): DraftHandle => ({
  ...draftSession,
  get questionnaire() {
    return draftSession.current().questionnaire;
  },
  get answers() {
    return draftSession.current().answers;
  },
  get lost() {
    return draftSession.current().lost;
  },
  get lostFrom() {
    return draftSession.current().lostFrom;
  },
  get other() {
    return draftSession.current().others[0] ?? null;
  },
  get outcome() {
    return draftSession.outcome();
  },
  isOnItsWay: (entry) => draftSession.files()?.isOnItsWay(entry) ?? false,
  ...surface,
});
