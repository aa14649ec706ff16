import { PatientId, readAs, UserId } from '@portal/api';
import * as v from 'valibot';
import { config } from './config.ts';

/**
 * The user of this tab's session and the patient whose record is open, as ids only: nothing about a patient is stored in clear (rulings,
 * section 5). `isOther`: the patient is one whom the user represents.
 */
const Remembered = v.object({
  userId: UserId,
  patientId: v.nullable(PatientId),
  isOther: v.optional(v.boolean(), false),
});
type Remembered = v.InferOutput<typeof Remembered>;

const key = () => `vestibule.${config().surface}.ids`;

/** The ids of the session, so that a reload can request everything at once; null when there are none. A guess, to be checked. */
export function remembered(): Remembered | null {
  try {
    return readAs(v.pipe(v.string(), v.parseJson(), Remembered), sessionStorage.getItem(key()));
  } catch {
    return null;
  }
}

/** Stores the ids for the next load of this tab, or forgets them. A kiosk stores nothing about a patient, not even a number. */
export function remember(ids: Remembered | null): void {
  if (config().surface === 'kiosk') return;
  try {
    if (ids === null) sessionStorage.removeItem(key());
    else sessionStorage.setItem(key(), JSON.stringify(ids));
  } catch {
    // If the storage refuses, only the next load takes a little longer.
  }
}
