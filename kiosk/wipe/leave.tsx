import { wipeDrafts } from '../../src/data/drafts/kiosk.ts';
import { queryClient } from '../../src/data/query/query.ts';
import { signOut } from '../../src/data/session.ts';
import { fateOf } from '../patient/fate.ts';
import { currentVisit, endVisit } from '../patient/visit.ts';
import { showInstead } from '../screen.tsx';
import { words } from '../../src/words/index.ts';
import { returnAddress } from '../target.ts';
import { Clearing } from './Clearing.tsx';
import { emptyFields, forgetStorage } from './forget.ts';
import { createWipe, type WipeReason } from './wipe.ts';

function cover(): void {
  emptyFields();
  document.title = '';
  showInstead(<Clearing />);
}

const start = createWipe({
  cover,
  flushDraft: async () => {
    await currentVisit()?.open?.handle.flush();
  },
  fateOfAnswers: () => {
    const visit = currentVisit();
    return visit ? fateOf(visit) : null;
  },
  endSession: () => signOut('asked'),
  forget: async () => {
    queryClient.clear();
    wipeDrafts();
    endVisit();
    await forgetStorage();
  },
  // A new document replaces this history entry: nothing that ran here can be found, and Back leads to nothing.
  leave: (reason, fate) => location.replace(returnAddress({ reason, fate, language: words().language })),
});

/**
 * Ends a patient's visit and removes all of it: screen, answers (saved in the server's draft first), session, storage, this document. Every
 * end of a visit calls this.
 */
export const endTheVisit = (reason: WipeReason): void => void start(reason);
