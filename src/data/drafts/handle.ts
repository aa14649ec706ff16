import type { DraftSession } from './draftParts.ts';
import type { DraftHandle } from './types.ts';

/** A draft session as its page sees it, with the functions that concern which tab has the draft. */
export const draftHandle = <Lease>(
  draftSession: DraftSession<Lease>,
  surface: Pick<DraftHandle, 'takeOver' | 'release' | 'discard'> & Partial<Pick<DraftHandle, 'flush'>>,
): DraftHandle => ({
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
  dismissOther: (unfit) => draftSession.dismissOther(unfit),
  write: (answers) => draftSession.write(answers),
  files: () => draftSession.files(),
  isOnItsWay: (entry) => draftSession.files()?.isOnItsWay(entry) ?? false,
  flush: () => draftSession.flush(),
  submit: (answers) => draftSession.submit(answers),
  takeBack: () => draftSession.takeBack(),
  state: () => draftSession.state(),
  subscribe: (listener) => draftSession.subscribe(listener),
  ...surface,
});
