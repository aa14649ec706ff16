import type { PatientId, UserId } from '@portal/api';
import { actingFor, currentProfile } from '../profile.ts';
import { remembered } from '../remembered.ts';

/** Who asks, and whose record is open: an answer that comes later belongs to these, whoever is signed in by then. */
export interface Asker {
  readonly userId: UserId | null;
  readonly open: PatientId | null;
}

/** The asker of this moment; after a reload the ids are known before the profile is. */
export const askerNow = (): Asker => ({
  userId: currentProfile()?.userId ?? remembered()?.userId ?? null,
  open: actingFor() ?? remembered()?.patientId ?? null,
});
