import type { ReactNode } from 'react';
import { useActingFor, useRepresented } from '../../../data/profile.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { HealthSummary } from '../HealthSummary.tsx';

/** The health summary that the address names. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const isOwn = useRepresented() === null;
  const link = useLink();
  const { view } = useSearchTexts();
  if (patientId === null) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <HealthSummary
        key={patientId}
        patientId={patientId}
        isOwn={isOwn}
        view={view === 'lists' ? 'lists' : 'document'}
        linkTo={({ ifSystemId, ccdaId }) =>
          link('/health-summary', { system: String(ifSystemId), ccda: String(ccdaId) }).props
        }
      />
    </>
  );
}
