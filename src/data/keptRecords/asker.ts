import type { PatientId, UserId } from '@portal/api';
import { actingFor, currentProfile } from '../profile.ts';
import { remembered } from '../remembered.ts';

/** Who makes a call and whose record is open. A late answer belongs to these, whoever is signed in by then. */
export interface Asker {
  readonly userId: UserId | null;
  readonly open: PatientId | null;
}

/** The current asker. After a reload the ids are known before the profile is. */
export const askerNow = (): Asker => ({
  userId: currentProfile()?.userId ?? remembered()?.userId ?? null,
  open: actingFor() ?? remembered()?.patientId ?? null,
});
