import { getPreferences, LabResultId, listLabResults, idFromText } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { useActingFor, useProfile } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { preferenceInput } from '../../../records/usePreference.ts';
import { dateFilterPreference } from '../preferences.ts';
import { viewPreference } from '../preferences.ts';
import { TestResults } from '../TestResults.tsx';

/** Loads the list beside the profile. Details are not prefetched, because opening one reviews it. */
export const load = (): void =>
  prefetch((patientId, userId) => [
    queryFor(listLabResults, { params: { patientId } }),
    queryFor(getPreferences, preferenceInput(userId, dateFilterPreference)),
    queryFor(getPreferences, preferenceInput(userId, viewPreference)),
  ]);

export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const link = useLink();
  const linkTo = useLinkTo();
  const { id } = useSearchTexts();
  const linkToResult = useCallback((to: LabResultId) => link('/test-results', { id: String(to) }).props, [link]);
  // Another patient gets a new component, without the earlier choices.
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <TestResults
        key={patientId}
        patientId={patientId}
        userId={userId}
        selected={idFromText(LabResultId, id)}
        linkTo={linkToResult}
        links={{
          back: link('/test-results').props,
          settings: linkTo('/account-settings'),
          messages: linkTo('/secure-message'),
        }}
      />
    </>
  );
}
