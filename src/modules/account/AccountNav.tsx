import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { LoginType } from '@portal/api';
import { useIdentity } from '../../data/profile.ts';
import { useWords } from '../../words/index.ts';
import { anchors } from './account.css.ts';
import { maySeeRegistration } from './registration.ts';

export type PageLink = Pick<ComponentProps<'a'>, 'href' | 'onClick'>;

/** What decides which sections an account has, and its links. */
export interface AccountNavProps {
  readonly loginType: LoginType;
  readonly hasLanguages: boolean;
  /** True when the open record is the reader's own. */
  readonly isOwn: boolean;
  /** The link to a section of the account's page. */
  readonly partLink: (section: string) => PageLink;
  /** The link to the notification settings; null when there are none, or they are another person's. */
  readonly notifications: PageLink | null;
  readonly personalData: PageLink | null;
}

/** The navigation between the pages of the account and the sections of its settings, beside the page or above it. */
export function AccountNav({ partLink, notifications, personalData, ...has }: AccountNavProps): ReactNode {
  const { t } = useWords();
  const hasRegistration = maySeeRegistration(useIdentity());
  const nav = useRef<HTMLElement>(null);
  // On a narrow phone the open one may be scrolled out of view.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && open) nav.current.scrollLeft = open.offsetLeft + open.offsetWidth - nav.current.clientWidth;
  }, []);
  return (
    <nav ref={nav} className={anchors} aria-label={t('account.title')}>
      <a {...partLink('change-email')}>{t('core.email')}</a>
      {has.loginType === 'singleSignOn' ? null : <a {...partLink('change-password')}>{t('core.password')}</a>}
      {notifications === null ? null : (
        <a {...notifications} aria-current="page">
          {t('account.navNotifications')}
        </a>
      )}
      <a {...partLink('places')}>{t('account.places')}</a>
      <a {...partLink('records')}>{t('account.records')}</a>
      {has.hasLanguages ? <a {...partLink('language')}>{t('core.language')}</a> : null}
      {has.isOwn ? <a {...partLink('new-results')}>{t('account.newResults')}</a> : null}
      {hasRegistration ? <a {...partLink('patient')}>{t('account.patient')}</a> : null}
      {personalData === null ? null : <a {...personalData}>{t('account.navPersonalData')}</a>}
    </nav>
  );
}
