import type { LanguageCode, LoginType, PatientId, UserId } from '@portal/api';
import { type ReactNode, useEffect } from 'react';
import { PageHead } from '../../ui/Page.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { Mail } from '../../ui/icons.ts';
import { Row, Rows } from '../../ui/Row.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { cards, settings } from './account.css.ts';
import { AccountNav, type PageLink } from './AccountNav.tsx';
import { EmailCard, type EmailCardProps } from './EmailCard.tsx';
import { LanguageCard } from './LanguageCard.tsx';
import { NewResultsCard } from './NewResultsCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { PatientInformation } from './PatientInformation.tsx';
import { PlacesCard } from './PlacesCard.tsx';
import { RecordsCard, type RecordsCardProps } from './RecordsCard.tsx';

export interface AccountSettingsProps {
  readonly userId: UserId;
  readonly userName: string;
  readonly loginType: LoginType;
  /** Whose record is open. */
  readonly patientId: PatientId;
  /** It is the reader's own. */
  readonly isOwn: boolean;
  readonly email: EmailCardProps;
  readonly records: Omit<RecordsCardProps, 'patientId' | 'timeZone'>;
  /** Of the facility. */
  readonly timeZone: string;
  readonly languages: readonly LanguageCode[];
  readonly onLanguage: (code: LanguageCode) => void;
  readonly onPasswordChanged: (password: string) => void;
  /** To the notification settings; null where no channel is enabled, or they are somebody else's. */
  readonly notifications: PageLink | null;
  readonly personalData: PageLink | null;
}

/** Account settings (specification 3, section 2). */
export function AccountSettings({ notifications, personalData, ...props }: AccountSettingsProps): ReactNode {
  const { t } = useWords();
  const { userId, isOwn, timeZone } = props;
  const hasPassword = props.loginType !== 'singleSignOn';
  // A link from another page names a part that is not there yet when the page is shown.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <PageHead title={t('account.title')} />
      <div className={settings}>
        <AccountNav
          loginType={props.loginType}
          hasLanguages={props.languages.length > 1}
          isOwn={isOwn}
          partLink={null}
          notifications={notifications}
          personalData={personalData}
        />
        <div>
          {/* What is pressed and typed is of no use on paper. */}
          <div className={classes(cards, screenOnly)}>
            <EmailCard {...props.email} />
            {hasPassword ? (
              <PasswordCard userId={userId} userName={props.userName} onChanged={props.onPasswordChanged} />
            ) : null}
            {notifications === null ? null : (
              <Card flush>
                <Rows>
                  <Row
                    icon={Mail}
                    title={t('account.notifications')}
                    sub={t('account.notificationsRow')}
                    renderLink={(link) => (
                      <a {...notifications} className={link.className}>
                        {link.children}
                      </a>
                    )}
                  />
                </Rows>
              </Card>
            )}
            <PlacesCard userId={userId} timeZone={timeZone} />
            <RecordsCard {...props.records} patientId={props.patientId} timeZone={timeZone} />
            <LanguageCard languages={props.languages} onChoose={props.onLanguage} />
            {isOwn ? <NewResultsCard userId={userId} /> : null}
          </div>
          <PatientInformation patientId={props.patientId} />
        </div>
      </div>
    </>
  );
}
