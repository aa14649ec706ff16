import { useSyncExternalStore } from 'react';
import { facility } from '../../src/data/facility.ts';
import { currentSession, onSessionEnd, onSessionStart, signOut, watchInactivity, type InactivityWatch } from '../../src/data/session.ts';
import { idleLimits } from './limits.ts';

/** The warning that covers the screen while nobody touches the tablet. */
export interface IdleWarning {
  readonly whose: 'patient' | 'staff';
  readonly secondsLeft: number;
  /** Seconds with which the countdown began. */
  readonly of: number;
}

const listeners = new Set<() => void>();
let warning: IdleWarning | null = null;
let watch: InactivityWatch | null = null;

function publish(next: IdleWarning | null): void {
  warning = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const current = (): IdleWarning | null => warning;

/** The warning of the moment, null while the tablet is in use. */
export const useIdleWarning = (): IdleWarning | null => useSyncExternalStore(subscribe, current, current);

/** Somebody pressed that they are here. */
export function stayHere(): void {
  watch?.stay();
  publish(null);
}

const closePatient = (): void => void import('../wipe/leave.tsx').then(({ endTheVisit }) => endTheVisit('idle'));

/** Closes what is open now, as it would close by itself. */
export function closeNow(whose: IdleWarning['whose']): void {
  if (whose === 'patient') closePatient();
  else void signOut('inactive');
}

function begin(): void {
  watch?.stop();
  watch = null;
  publish(null);
  const loginType = currentSession()?.loginType;
  if (loginType !== 'patientKioskUser' && loginType !== 'patientKioskManagement') return;
  const whose = loginType === 'patientKioskUser' ? 'patient' : 'staff';
  const { kioskIdleSeconds = 60, inactivitySeconds = 900 } = facility() ?? {};
  const { seconds, warnBefore } = idleLimits(whose, { kioskIdleSeconds, inactivitySeconds });
  watch = watchInactivity({
    seconds,
    warnBefore,
    onWarn: (secondsLeft) => publish({ whose, secondsLeft, of: warnBefore }),
    onBack: () => publish(null),
    onLock: () => closeNow(whose),
  });
}

/** Watches every session of this document, the one that is there already included. */
export function watchIdle(): void {
  onSessionStart(begin);
  onSessionEnd(begin);
  begin();
}
