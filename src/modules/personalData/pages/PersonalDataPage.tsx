import type { ReactNode } from 'react';
import { useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { formatPersonName, useWords } from '../../../words/index.ts';
import { PersonalData } from '../PersonalData.tsx';

export function Page(): ReactNode {
  const { locale } = useWords();
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const represented = useRepresented();
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <FacilityBoundary>
        {({ timeZoneId }) => (
          <PersonalData
            key={patientId}
            userId={userId}
            patientId={patientId}
            timeZone={timeZoneId}
            actingFor={represented === null ? null : formatPersonName(locale, represented)}
          />
        )}
      </FacilityBoundary>
    </>
  );
}
