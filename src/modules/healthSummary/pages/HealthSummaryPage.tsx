import { getHealthSummaryHtml, getPreferences, listExternalSystems, listOfficeVisits } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { loadProfile, useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { preferenceInput } from '../../../records/usePreference.ts';
import { words } from '../../../words/index.ts';
import { type SummaryAddress, addressIn, searchOf } from '../address.ts';
import { arrangementPreference } from '../preferences.ts';
import { HealthSummary } from '../HealthSummary.tsx';

export const load = (search: Readonly<Record<string, string>>): void => {
  const { view, request: asked } = addressIn(search);
  prefetch((patientId, userId) => [
    queryFor(listExternalSystems, { params: { patientId } }),
    queryFor(listOfficeVisits, { params: { patientId } }),
    queryFor(getPreferences, preferenceInput(userId, arrangementPreference)),
    ...(asked.kind === 'document' && view !== 'lists'
      ? [
          queryFor(getHealthSummaryHtml, {
            params: { patientId, ifSystemId: asked.key.ifSystemId },
            query: { ...asked.key.identifier, language: words().language },
          }),
        ]
      : []),
  ]);
};

export function Page(): ReactNode {
  const patientId = useActingFor();
  const profile = useProfile();
  const isOwn = useRepresented() === null;
  const link = useLink();
  const navigate = useNavigate();
  const pageLink = useLinkTo();
  const search = useSearchTexts();
  const linkTo = useCallback((address: SummaryAddress) => link('/health-summary', searchOf(address)).props, [link]);
  const goTo = useCallback(
    (address: SummaryAddress) => void navigate({ to: '/health-summary', search: searchOf(address) }),
    [navigate],
  );
  if (patientId === null || profile === null) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <FacilityBoundary>
        {({ timeZoneId }) => (
          <HealthSummary
            key={patientId}
            patientId={patientId}
            userId={profile.userId}
            isOwn={isOwn}
            ownEmail={profile.email}
            onEmailChanged={() => loadProfile(true)}
            timeZone={timeZoneId}
            address={addressIn(search)}
            linkTo={linkTo}
            goTo={goTo}
            bring={pageLink('/bring-summary')}
            elsewhere={{ tell: pageLink('/secure-message'), results: pageLink('/test-results') }}
          />
        )}
      </FacilityBoundary>
    </>
  );
}
