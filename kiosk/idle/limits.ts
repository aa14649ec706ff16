/** Seconds for which a patient is warned before the tablet is wiped; at least 20 (visual language, section 9). */
const patientWarnSeconds = 30;
/** Seconds for which staff are warned before they are signed out (rulings, section 4). */
const staffWarnSeconds = 120;

/** Seconds without a touch for a patient who waits for the connection after Send, or reads what the facility says. */
const longIdleSeconds = 300;

/** When a session of a tablet closes without a touch, and when the warning begins. */
interface IdleLimits {
  readonly seconds: number;
  readonly warnBefore: number;
}

/**
 * A patient is warned after the facility's idle seconds; a staff session ends after the facility's inactive seconds, the warning included.
 * The limits leave time to answer the warning however short a facility sets them, and are longer while a patient waits for the connection
 * or reads whom to call.
 */
export function idleLimits(
  whose: 'patient' | 'staff',
  facility: { readonly kioskIdleSeconds: number; readonly inactivitySeconds: number },
  hasLongLimit: boolean,
): IdleLimits {
  if (whose === 'patient') {
    const untouched = Math.max(facility.kioskIdleSeconds, hasLongLimit ? longIdleSeconds : 5);
    return { seconds: untouched + patientWarnSeconds, warnBefore: patientWarnSeconds };
  }
  const seconds = Math.max(facility.inactivitySeconds, 60);
  return { seconds, warnBefore: Math.min(staffWarnSeconds, seconds / 2) };
}
