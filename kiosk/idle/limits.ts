/** Seconds for which a patient is warned before the tablet is wiped; at least 20 (visual language, section 9). */
export const patientWarnSeconds = 30;
/** Seconds for which staff are warned before they are signed out (rulings, section 4). */
export const staffWarnSeconds = 120;

/** Seconds for which a patient may wait for the connection after Send, or read what the facility says about an answer, without a touch: they were asked to. */
export const askedToStaySeconds = 300;

/** Until a session of a tablet closes, and how much of that is warning. */
export interface IdleLimits {
  readonly seconds: number;
  readonly warnBefore: number;
}

/**
 * A patient is warned after the facility's idle seconds; a staff session ends after the facility's inactive seconds, the warning
 * included. However short a facility sets them, there is time to answer the warning. Waiting for the connection and reading
 * whom to call are no idling, but they have an end.
 */
export function idleLimits(
  whose: 'patient' | 'staff',
  facility: { readonly kioskIdleSeconds: number; readonly inactivitySeconds: number },
  isAskedToStay: boolean,
): IdleLimits {
  if (whose === 'patient') {
    const untouched = Math.max(facility.kioskIdleSeconds, isAskedToStay ? askedToStaySeconds : 5);
    return { seconds: untouched + patientWarnSeconds, warnBefore: patientWarnSeconds };
  }
  const seconds = Math.max(facility.inactivitySeconds, 60);
  return { seconds, warnBefore: Math.min(staffWarnSeconds, seconds / 2) };
}
