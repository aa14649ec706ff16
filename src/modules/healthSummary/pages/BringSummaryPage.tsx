import type { ReactNode } from 'react';
import { useActingFor } from '../../../data/profile.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { BringSummary } from '../bringing/BringSummary.tsx';

export function Page(): ReactNode {
  const patientId = useActingFor();
  const notes = useLinkTo()('/medical-notes');
  if (patientId === null) return null;
  return (
    <FacilityBoundary>{() => <BringSummary key={patientId} patientId={patientId} notes={notes} />}</FacilityBoundary>
  );
}
