import { getFollowUpPlan, getNotificationSettings, getPreferences } from '@portal/api';
import type { ReactNode } from 'react';
import { useActingFor, useProfile } from '../data/profile.ts';
import { queryFor } from '../data/query.ts';
import { FollowUpPlan, followUpFilterPreference } from '../features/followUpPlan/FollowUpPlan.tsx';
import { preferenceInput } from '../features/visits/hooks.ts';
import { askAhead } from './askAhead.ts';
import { PrintHead } from './PrintHead.tsx';

export const load = (): void =>
  askAhead((patientId, userId) => [
    queryFor(getFollowUpPlan, { params: { patientId }, query: {} }),
    queryFor(getPreferences, preferenceInput(userId, followUpFilterPreference)),
    queryFor(getNotificationSettings, { params: { patientId }, query: { type: 'Followups' } }),
  ]);

/** The patient's follow-up plan. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  if (patientId === null || userId === undefined) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <FollowUpPlan key={patientId} patientId={patientId} userId={userId} />
    </>
  );
}
