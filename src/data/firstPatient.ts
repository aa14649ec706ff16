import type { PatientId, UserProfile } from '@portal/api';

/** The patient whose record opens first: `wanted` if the user may see it, else the user's own, else the first whom they represent. */
export function firstPatient({ ids }: Pick<UserProfile, 'ids'>, wanted: PatientId | null): PatientId | null {
  if (wanted !== null && ids.some(({ value }) => value === wanted)) return wanted;
  return (ids.find(({ idType }) => idType === 'Patient') ?? ids[0])?.value ?? null;
}
