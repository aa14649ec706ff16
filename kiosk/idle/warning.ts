import { smallStore, useSmallStore } from '../../src/browser/smallStore.ts';
import { facility } from '../../src/data/facility.ts';
import { currentSession, onSessionEnd, onSessionStart, signOut } from '../../src/data/session.ts';
import { watchInactivity, type InactivityWatch } from '../../src/data/inactivity.ts';
import { hasLongIdleLimit, subscribeToVisit } from '../patient/visit.ts';
import { idleLimits } from './limits.ts';

/** The warning that covers the screen while nobody touches the tablet. */
export interface IdleWarning {
  readonly whose: 'patient' | 'staff';
  readonly secondsLeft: number;
  /** The seconds at which the countdown began. */
  readonly of: number;
}

const warning = smallStore<IdleWarning | null>(null);
let watch: InactivityWatch | null = null;
let usesLongLimit = false;

/** The current warning; null while the tablet is in use. */
export const useIdleWarning = (): IdleWarning | null => useSmallStore(warning);

/** Ends the warning after a press on "I am still here". */
export function stayHere(): void {
  watch?.stay();
  warning.set(null);
  followVisit();
}

const closePatient = (): void => void import('../wipe/leave.tsx').then(({ endTheVisit }) => endTheVisit('idle'));

/** Closes the session now, as the end of the countdown would. */
export function closeNow(whose: IdleWarning['whose']): void {
  if (whose === 'patient') closePatient();
  else void signOut('inactive');
}

function begin(): void {
  watch?.stop();
  watch = null;
  warning.set(null);
  const loginType = currentSession()?.loginType;
  if (loginType !== 'patientKioskUser' && loginType !== 'patientKioskManagement') return;
  const whose = loginType === 'patientKioskUser' ? 'patient' : 'staff';
  const { kioskIdleSeconds = 60, inactivitySeconds = 900 } = facility() ?? {};
  usesLongLimit = hasLongIdleLimit();
  const { seconds, warnBefore } = idleLimits(whose, { kioskIdleSeconds, inactivitySeconds }, usesLongLimit);
  watch = watchInactivity({
    seconds,
    warnBefore,
    onWarn: (secondsLeft) => warning.set({ whose, secondsLeft, of: warnBefore }),
    onBack: () => warning.set(null),
    onLock: () => closeNow(whose),
  });
}

/**
 * Uses the longer limits from the press on Send until it is answered, and while there is something to read. A warning that shows already
 * continues, because nobody has said that they are there.
 */
function followVisit(): void {
  if (warning.get() === null && usesLongLimit !== hasLongIdleLimit()) begin();
}

/** Watches every session of this document, including the current one. */
export function watchIdle(): void {
  onSessionStart(begin);
  onSessionEnd(begin);
  subscribeToVisit(followVisit);
  begin();
}
