import { onSessionEnd } from '../../src/data/session.ts';

let handingOver = false;

/** From here on the end of the staff session is the hand-over, not a log-out. */
export const beginHandOver = (): void => { handingOver = true; };

/** A staff session that ends leaves for a fresh document: the list of patients is not to be found in this one. */
export function watchStaff(): void {
  onSessionEnd((reason, loginType) => {
    if (loginType !== 'patientKioskManagement' || handingOver) return;
    location.replace(reason === 'ended' || reason === 'inactive' ? '/kioskLogin?ended=true' : '/kioskLogin');
  });
}
