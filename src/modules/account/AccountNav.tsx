import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { LoginType } from '@portal/api';
import { useWords } from '../../words/index.ts';
import { anchors } from './account.css.ts';

/** What makes an anchor lead to a page of the portal. */
export type PageLink = Pick<ComponentProps<'a'>, 'href' | 'onClick'>;

/** What an account has parts for, and where its other pages are. */
export interface AccountNavProps {
  readonly loginType: LoginType;
  readonly hasLanguages: boolean;
  /** The open record is the reader's own. */
  readonly isOwn: boolean;
  /** To a part of the account's page from another one; null: this is that page. */
  readonly partLink: ((part: string) => PageLink) | null;
  /** Null where there are none, or they are somebody else's. */
  readonly notifications: PageLink | null;
  readonly personalData: PageLink | null;
}

/** The parts of the account, beside its pages or above them. */
export function AccountNav({ partLink, notifications, personalData, ...has }: AccountNavProps): ReactNode {
  const { t } = useWords();
  const nav = useRef<HTMLElement>(null);
  // On a narrow phone the open one may stand beyond the edge of the line.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && open) nav.current.scrollLeft = open.offsetLeft + open.offsetWidth - nav.current.clientWidth;
  }, []);
  const part = (id: string): PageLink => partLink?.(id) ?? { href: `#${id}` };
  return (
    <nav ref={nav} className={anchors} aria-label={t(partLink === null ? 'account.nav' : 'account.title')}>
      <a {...part('change-email')}>{t('account.navEmail')}</a>
      {has.loginType === 'singleSignOn' ? null : <a {...part('change-password')}>{t('account.navPassword')}</a>}
      {notifications === null ? null : (
        <a {...notifications} aria-current={partLink === null ? undefined : 'page'}>
          {t('account.navNotifications')}
        </a>
      )}
      <a {...part('places')}>{t('account.places')}</a>
      <a {...part('records')}>{t('account.records')}</a>
      {has.hasLanguages ? <a {...part('language')}>{t('account.navLanguage')}</a> : null}
      {has.isOwn ? <a {...part('new-results')}>{t('account.newResults')}</a> : null}
      <a {...part('patient')}>{t('account.patient')}</a>
      {personalData === null ? null : <a {...personalData}>{t('account.navPersonalData')}</a>}
    </nav>
  );
}
