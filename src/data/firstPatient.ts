import type { PatientId, UserProfile } from '@portal/api';

/** The patient to begin with: the one wanted where they are the user's, else the user's own, else the first they represent. */
export function firstPatient({ ids }: Pick<UserProfile, 'ids'>, wanted: PatientId | null): PatientId | null {
  if (wanted !== null && ids.some(({ value }) => value === wanted)) return wanted;
  return (ids.find(({ idType }) => idType === 'Patient') ?? ids[0])?.value ?? null;
}
