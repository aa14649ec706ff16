import { getNotificationSettings, getSystemReminderSettings } from '@portal/api';
import type { ReactNode } from 'react';
import { useLanguages } from '../../../browser/branding.ts';
import { useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { formatPersonName, useWords } from '../../../words/index.ts';
import { NotificationSettings } from '../NotificationSettings.tsx';

export const load = (): void =>
  prefetch((patientId) => [
    queryFor(getSystemReminderSettings, {}),
    queryFor(getNotificationSettings, { params: { patientId }, query: {} }),
  ]);

export function Page(): ReactNode {
  const { locale } = useWords();
  const patientId = useActingFor();
  const profile = useProfile();
  const represented = useRepresented();
  const link = useLink();
  const linkTo = useLinkTo();
  const languages = useLanguages();
  if (patientId === null || profile === null) return null;
  return (
    <>
      <PrintHead />
      <FacilityBoundary>
        {({ timeZoneId }) => (
          <NotificationSettings
            key={patientId}
            userId={profile.userId}
            patientId={patientId}
            primaryEmail={profile.email}
            timeZone={timeZoneId}
            actingFor={represented === null ? null : formatPersonName(locale, represented)}
            nav={{
              loginType: profile.loginType,
              hasLanguages: languages.length > 1,
              isOwn: represented === null,
              partLink: (part) => link('/account-settings', {}, part).props,
              notifications: link('/notification-settings').props,
              personalData: linkTo('/personal-data'),
            }}
          />
        )}
      </FacilityBoundary>
    </>
  );
}
