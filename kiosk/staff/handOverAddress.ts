import type { PatientId } from '@portal/api';
import { handOverPath } from '../handover/address.ts';

/** The address on the patient's facility that takes the hand-over; null where the server named no web address. */
export function handOverAddress(facilityUrl: string, patientId: PatientId, data: string): string | null {
  if (!URL.canParse(facilityUrl)) return null;
  const base = new URL(facilityUrl);
  if (base.protocol !== 'https:' && base.protocol !== 'http:') return null;
  const address = new URL(base.pathname.replace(/\/$/, '') + handOverPath, base.origin);
  address.search = new URLSearchParams({ ptId: String(patientId), data }).toString();
  return address.href;
}
