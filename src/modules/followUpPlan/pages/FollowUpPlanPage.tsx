import { getFollowUpPlan, getNotificationSettings, getPreferences } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { useActingFor, useProfile } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { FollowUpPlan } from '../FollowUpPlan.tsx';
import { followUpFilterPreference } from '../preferences.ts';
import { preferenceInput } from '../../../records/usePreference.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import type { LinkToVisit } from '../columns.tsx';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';

export const load = (): void =>
  prefetch((patientId, userId) => [
    queryFor(getFollowUpPlan, { params: { patientId }, query: {} }),
    queryFor(getPreferences, preferenceInput(userId, followUpFilterPreference)),
    queryFor(getNotificationSettings, { params: { patientId }, query: { type: 'Followups' } }),
  ]);

export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const linkTo = useLinkTo();
  const linkToVisit = useCallback<LinkToVisit>((id) => linkTo('/appointments', { id: String(id) }), [linkTo]);
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <FollowUpPlan
        key={patientId}
        patientId={patientId}
        userId={userId}
        linkToVisit={linkToVisit}
        settings={linkTo('/notification-settings')}
      />
    </>
  );
}
