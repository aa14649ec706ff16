import { onSessionEnd } from '../src/data/session.ts';

let handingOver = false;

/** From now on the end of the staff session is the hand-over, not a log-out. */
export const beginHandOver = (): void => {
  handingOver = true;
};

/**
 * Handles the end of a session, whoever ended it. Staff's opens a new document, so that the list of patients cannot be found in this one; a
 * patient's ends the visit.
 */
export function watchSessionEnds(): void {
  onSessionEnd((reason, loginType) => {
    if (reason === 'replaced') return;
    if (loginType === 'patientKioskUser')
      void import('./wipe/leave.tsx').then(({ endTheVisit }) => endTheVisit('ended'));
    else if (!handingOver)
      location.replace(reason === 'ended' || reason === 'inactive' ? '/kioskLogin?ended=true' : '/kioskLogin');
  });
}
