import { getNotificationSettings, getSystemReminderSettings } from '@portal/api';
import type { ReactNode } from 'react';
import { useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { formatPersonName, useWords } from '../../../words/index.ts';
import { NotificationSettings } from '../NotificationSettings.tsx';

export const load = (): void =>
  prefetch((patientId) => [
    queryFor(getSystemReminderSettings, {}),
    queryFor(getNotificationSettings, { params: { patientId }, query: {} }),
  ]);

/** How the patient wants to be told of what. */
export function Page(): ReactNode {
  const { locale } = useWords();
  const patientId = useActingFor();
  const profile = useProfile();
  const represented = useRepresented();
  const link = useLink();
  if (patientId === null || profile === null) return null;
  return (
    <>
      <PrintHead />
      <NotificationSettings
        key={patientId}
        patientId={patientId}
        primaryEmail={profile.email}
        actingFor={represented === null ? null : formatPersonName(locale, represented)}
        account={link('/account-settings').props}
      />
    </>
  );
}
