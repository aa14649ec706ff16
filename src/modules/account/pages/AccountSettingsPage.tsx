import { getSystemReminderSettings } from '@portal/api';
import type { ReactNode } from 'react';
import { useLanguages } from '../../../browser/branding.ts';
import { openDevice } from '../../../data/deviceKeeper.ts';
import { currentIdentity, loadProfile, useActingFor, useProfile, useRepresented } from '../../../data/profile.ts';
import { useCall } from '../../../data/query/query.ts';
import { chooseLanguage } from '../../../layout/gate/language.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { useFailureMessage } from '../../../records/useFailureMessage.ts';
import { AccountSettings } from '../AccountSettings.tsx';
import { offeredKinds } from '../notices.ts';

/** The account of whoever is signed in. */
export function Page(): ReactNode {
  const patientId = useActingFor();
  const profile = useProfile();
  const isOwn = useRepresented() === null;
  const linkTo = useLinkTo();
  const languages = useLanguages();
  const system = useCall(getSystemReminderSettings, {});
  useFailureMessage(getSystemReminderSettings.name, system.error);
  if (patientId === null || profile === null) return null;
  const hasChannel = system.data !== undefined && offeredKinds(system.data).length > 0;
  const keepWith = (password: string) => {
    const identity = currentIdentity();
    if (identity !== null) openDevice(identity, { username: profile.userName, password });
  };
  return (
    <>
      <PrintHead patientId={patientId} />
      <FacilityBoundary>
        {({ timeZoneId }) => (
          <AccountSettings
            key={patientId}
            userId={profile.userId}
            userName={profile.userName}
            loginType={profile.loginType}
            patientId={patientId}
            isOwn={isOwn}
            timeZone={timeZoneId}
            languages={languages}
            email={{
              userId: profile.userId,
              ownPatientId: profile.ids.find(({ idType }) => idType === 'Patient')?.value ?? null,
              current: profile.email,
              isConfirmed: profile.isEmailConfirmed,
              onChanged: async () => {
                await loadProfile(true).catch(() => undefined);
              },
            }}
            onLanguage={(code) => void chooseLanguage(code)}
            onPasswordChanged={keepWith}
            notifications={isOwn && hasChannel ? linkTo('/notification-settings') : null}
            personalData={linkTo('/personal-data')}
          />
        )}
      </FacilityBoundary>
    </>
  );
}
