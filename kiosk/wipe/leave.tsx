import { wipe as forgetDrafts } from '../../src/data/drafts/kiosk.ts';
import { signOut } from '../../src/data/session.ts';
import { currentVisit, endVisit } from '../patient/visit.ts';
import { showInstead } from '../screen.tsx';
import { Clearing } from './Clearing.tsx';
import { Finished } from './Finished.tsx';
import { emptyFields, forgetStorage } from './forget.ts';
import { wiper, type WipeReason } from './wipe.ts';

let read: () => void = () => undefined;
const farewellRead = new Promise<void>((resolve) => { read = resolve; });

function cover(reason: WipeReason): void {
  emptyFields();
  document.title = '';
  showInstead(reason === 'finished' ? <Finished onRead={read} /> : <Clearing />);
}

const start = wiper({
  cover,
  flushDraft: async () => { await currentVisit()?.open?.handle.flush(); },
  endSession: () => signOut('asked'),
  forget: async () => {
    forgetDrafts();
    endVisit();
    await forgetStorage();
  },
  farewell: (reason) => (reason === 'finished' ? farewellRead : Promise.resolve()),
  // A whole new document, in place of this entry: nothing that ran here is left to find, and Back leads to nothing.
  leave: (reason) => location.replace(`/kioskLogin?return=${reason}`),
});

/**
 * Ends a patient's visit and leaves nothing of it: screen, answers (to the server's draft first), session, storage, this
 * document. The one way out of the flow, whoever asks for it.
 */
export const endTheVisit = (reason: WipeReason): void => void start(reason);
