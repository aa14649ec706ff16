import { firstPatient } from './firstPatient.ts';
import type { Identity } from './profile.ts';

const pad = (part: number): string => String(part).padStart(2, '0');

/**
 * An identity that a device has kept, without the patients for whom the user's last day is over. There is no server to ask, so the device's
 * own day decides.
 */
export function withoutEndedAccess(kept: Identity, now: Date): Identity {
  const today = `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
  const representations = kept.representations.filter(({ lastDay }) => lastDay === null || lastDay >= today);
  if (representations.length === kept.representations.length) return kept;
  const over = new Set(
    kept.representations.filter((one) => !representations.includes(one)).map(({ patientId }) => patientId),
  );
  const ids = kept.profile.ids.filter(({ idType, value }) => idType === 'Patient' || !over.has(value));
  const profile = { ...kept.profile, ids };
  return { ...kept, profile, representations, patientId: firstPatient(profile, kept.patientId) };
}
