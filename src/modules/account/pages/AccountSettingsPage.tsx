import { type ContactId, getSystemReminderSettings } from '@portal/api';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { useLanguages } from '../../../browser/branding.ts';
import { openDevice } from '../../../data/deviceKeeper.ts';
import {
  currentIdentity,
  hasCapability,
  loadProfile,
  useActingFor,
  useProfile,
  useRepresented,
} from '../../../data/profile.ts';
import { useCall } from '../../../data/query/query.ts';
import { allKeeps } from '../../../layout/routing/pages.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { formatPersonName, useWords } from '../../../words/index.ts';
import { chooseLanguage } from '../../../layout/gate/language.ts';
import { isUnconfirmed } from '../../../layout/session/completeSignIn.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { FacilityBoundary } from '../../../records/FacilityBoundary.tsx';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { useFailureMessage } from '../../../records/useFailureMessage.ts';
import { AccountSettings } from '../AccountSettings.tsx';
import { offeredKinds } from '../notices.ts';

const KeepSheet = lazy(async () => ({ default: (await import('../../../layout/dialogs/KeepSheet.tsx')).KeepSheet }));

export function Page(): ReactNode {
  const patientId = useActingFor();
  const profile = useProfile();
  const represented = useRepresented();
  const isOwn = represented === null;
  const { locale } = useWords();
  const link = useLink();
  const [isChoosing, setChoosing] = useState(false);
  const linkTo = useLinkTo();
  const languages = useLanguages();
  const system = useCall(getSystemReminderSettings, {});
  useFailureMessage(system.error);
  if (patientId === null || profile === null) return null;
  const hasChannel = system.data !== undefined && offeredKinds(system.data, hasCapability).length > 0;
  const linkOfContact = (contactId: ContactId) =>
    link('/edit-contact', { contactId: String(contactId), from: 'accountSettings' }).props;
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
              isConfirmed: !isUnconfirmed(profile),
              isConfirmedByLink: profile.userName !== '',
              onChanged: async () => {
                await loadProfile(true).catch(() => undefined);
              },
            }}
            records={{
              keeps: allKeeps(),
              actsFor: represented === null ? null : formatPersonName(locale, represented),
              help: link('/help', {}, 'reading-offline').props,
              onPassphrase: profile.loginType === 'singleSignOn' ? () => setChoosing(true) : null,
            }}
            onLanguage={(code) => void chooseLanguage(code)}
            onPasswordChanged={keepWith}
            notifications={isOwn && hasChannel ? linkTo('/notification-settings') : null}
            personalData={linkTo('/personal-data')}
            linkOfContact={isOwn && linkTo('/edit-contact') !== null ? linkOfContact : null}
            secondStep={link('/second-step-settings').props}
          />
        )}
      </FacilityBoundary>
      <Suspense fallback={null}>
        {isChoosing ? <KeepSheet isOnce={false} hasPassphrase onClose={() => setChoosing(false)} /> : null}
      </Suspense>
    </>
  );
}
