import { PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { config } from './config.ts';

/**
 * Whom this tab's session is of and whose record is open, in numbers alone: nothing about a patient stays in clear (rulings, section 5).
 * `isOther`: the patient is one whom the user represents.
 */
const Remembered = v.object({
  userId: UserId,
  patientId: v.nullable(PatientId),
  isOther: v.optional(v.boolean(), false),
});
export type Remembered = v.InferOutput<typeof Remembered>;

const key = () => `vestibule.${config().surface}.ids`;

/** The ids of the session, so that a reload can ask for everything at once; null when there are none. Only ever a guess to be checked. */
export function remembered(): Remembered | null {
  try {
    const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Remembered), sessionStorage.getItem(key()));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}

/** Keeps the ids for the next load of this tab, or forgets them. A kiosk keeps nothing about a patient, a number neither. */
export function remember(ids: Remembered | null): void {
  if (config().surface === 'kiosk') return;
  try {
    if (ids === null) sessionStorage.removeItem(key());
    else sessionStorage.setItem(key(), JSON.stringify(ids));
  } catch {
    // A storage that refuses costs a little time at the next load.
  }
}
