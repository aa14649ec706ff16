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
import { wiper, type WipeReason } from './wipe.ts';

function cover(): void {
  emptyFields();
  document.title = '';
  showInstead(<Clearing />);
}

const start = wiper({
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
  // A whole new document, in place of this entry: nothing that ran here is left to find, and Back leads to nothing.
  leave: (reason, fate) => location.replace(returnAddress({ reason, fate, language: words().language })),
});

/**
 * Ends a patient's visit and leaves nothing of it: screen, answers (to the server's draft first), session, storage, this
 * document. The one way out of the flow, whoever asks for it.
 */
export const endTheVisit = (reason: WipeReason): void => void start(reason);
