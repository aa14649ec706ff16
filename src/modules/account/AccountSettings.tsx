import {
  getPasswordStanding,
  getSecondFactor,
  type LanguageCode,
  type LoginType,
  type PatientId,
  type UserId,
} from '@portal/api';
import { type ReactNode, Suspense, lazy } from 'react';
import { PageHead } from '../../ui/Page.tsx';
import { Card } from '../../ui/Card.tsx';
import { useFacility } from '../../data/facility.ts';
import { hasCapability, useIdentity } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronRight } from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { settingRow, settingRows } from './account.css.ts';
import type { PageLink } from './AccountNav.tsx';
import { ContactsCard, type ContactsCardProps } from './ContactsCard.tsx';
import { EmailCard, type EmailCardProps } from './EmailCard.tsx';
import { LanguageCard } from './LanguageCard.tsx';
import { NewResultsCard } from './NewResultsCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PasswordOffCard, SwitchPasswordOff } from './PasswordOff.tsx';
import { PatientInformation } from './PatientInformation.tsx';
import { PlacesCard } from './PlacesCard.tsx';
import { maySeeRegistration } from './registration.ts';
import { RecordsCard, type RecordsCardProps } from './RecordsCard.tsx';

/** Loaded only where the facility has identity systems. */
const IdentitiesCard = lazy(async () => ({ default: (await import('./IdentitiesCard.tsx')).IdentitiesCard }));

interface AccountSettingsProps {
  readonly userId: UserId;
  readonly userName: string;
  readonly loginType: LoginType;
  readonly patientId: PatientId;
  /** True when that patient is the reader. */
  readonly isOwn: boolean;
  readonly email: EmailCardProps;
  readonly records: Omit<RecordsCardProps, 'patientId' | 'timeZone'>;
  /** The facility's time zone. */
  readonly timeZone: string;
  readonly languages: readonly LanguageCode[];
  readonly onLanguage: (code: LanguageCode) => void;
  readonly onPasswordChanged: (password: string) => void;
  /** The link to the notification settings; null when no channel is enabled, or they are another person's. */
  readonly notifications: PageLink | null;
  readonly personalData: PageLink | null;
  /** Null where the reader may not change the contacts. */
  readonly linkOfContact: ContactsCardProps['linkOf'] | null;
  /** The link to the second step at login. */
  readonly secondStep: PageLink;
}

/** Account settings (specification 3, section 2). */
export function AccountSettings({
  notifications,
  personalData,
  secondStep,
  ...props
}: AccountSettingsProps): ReactNode {
  const { t } = useWords();
  const { userId, isOwn, timeZone } = props;
  const hasRegistration = maySeeRegistration(useIdentity());
  const providers = useFacility()?.identityProviders;
  const hasPassword = props.loginType !== 'singleSignOn';
  const { data: factor } = useCall(getSecondFactor, { params: { userId } }, { enabled: hasPassword });
  const { data: standing } = useCall(
    getPasswordStanding,
    { params: { userId } },
    { enabled: hasPassword, refetchOnMount: 'always' },
  );
  const offSince = standing?.switchedOffAt ?? null;
  const password = { userId, userName: props.userName, onChanged: props.onPasswordChanged };
  const linkRow = (page: PageLink, title: string, sub: string) => (
    <div className={classes(settingRow, screenOnly)}>
      <a {...page} className={row}>
        <span className={rowMain}>
          <span className={rowTitle}>{title}</span>
          <span className={rowSub}>{sub}</span>
        </span>
        <Icon of={ChevronRight} size="s" />
      </a>
    </div>
  );
  return (
    <>
      <PageHead title={t('account.title')} />
      <Card flush className={settingRows}>
        <EmailCard {...props.email} hasPassword={hasPassword} />
        {!hasPassword ? null : offSince === null ? (
          <PasswordCard {...password}>
            {standing?.canSwitchOff ? <SwitchPasswordOff userId={userId} /> : null}
          </PasswordCard>
        ) : (
          <PasswordOffCard {...password} since={offSince} timeZone={timeZone} />
        )}
        {hasPassword ? <PasskeysCard userId={userId} timeZone={timeZone} isPasswordOff={offSince !== null} /> : null}
        {providers === undefined ? null : (
          <Suspense fallback={null}>
            <IdentitiesCard userId={userId} timeZone={timeZone} providers={providers} />
          </Suspense>
        )}
        {factor === undefined || (factor.switchedOnAt === null && !factor.isOffered)
          ? null
          : linkRow(
              secondStep,
              t('secondFactor.title'),
              t(factor.switchedOnAt === null ? 'secondFactor.rowOff' : 'secondFactor.rowOn'),
            )}
        {notifications === null
          ? null
          : linkRow(notifications, t('account.notifications'), t('account.notificationsRow'))}
        <PlacesCard userId={userId} userName={hasPassword ? props.userName : null} timeZone={timeZone} />
        <RecordsCard {...props.records} patientId={props.patientId} timeZone={timeZone} />
        <LanguageCard languages={props.languages} onChoose={props.onLanguage} />
        {isOwn && hasCapability('TestResults') ? <NewResultsCard userId={userId} /> : null}
        {hasRegistration ? <PatientInformation patientId={props.patientId} /> : null}
        {props.linkOfContact === null ? null : (
          <ContactsCard patientId={props.patientId} linkOf={props.linkOfContact} />
        )}
        {personalData === null
          ? null
          : linkRow(personalData, t('account.navPersonalData'), t('account.personalDataRow'))}
      </Card>
    </>
  );
}
