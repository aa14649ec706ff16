import { languageCodes } from '@portal/api';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Languages, LogOut, Smartphone } from '../ui/icons.ts';
import { menuLabel, menuList } from '../ui/Popover.css.ts';
import { languageNames, useWords } from '../words/index.ts';
import { FacilityTexts } from './FacilityTexts.tsx';
import { canInstall } from './install.ts';
import { chooseLanguage } from './language.ts';
import { menuFoot } from './Navigation.css.ts';
import { EntryCount, type NavigationEntry, tabIcons } from './Navigation.tsx';
import type { LinkProps } from './useLink.ts';

export interface MenuSheetProps {
  /** Of the person signed in. */
  readonly name: string;
  readonly entries: readonly NavigationEntry[];
  readonly logOutLink: LinkProps;
  readonly onInstall: () => void;
  readonly onClose: () => void;
}

/** The complete list of pages at full size, then what belongs to the person. */
export function MenuSheet({ name, entries, logOutLink, onInstall, onClose }: MenuSheetProps): ReactNode {
  const { t, language } = useWords();
  return (
    <Dialog open title={name} onClose={onClose}>
      <nav className={menuList} aria-label={t('shell.allPages')}>
        {entries.map(({ page, current, count, link }) => (
          <a
            key={page.path}
            href={link.href}
            aria-current={current ? 'page' : undefined}
            onClick={(event) => {
              onClose();
              link.onClick(event);
            }}
          >
            <Icon of={tabIcons[page.tab.icon]} />
            {t(page.title)} <EntryCount count={count} />
          </a>
        ))}
      </nav>
      <div>
        <h3 className={menuLabel}>{t('shell.you')}</h3>
        <div className={menuList}>
          {canInstall() ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                onClose();
                onInstall();
              }}
            >
              <Icon of={Smartphone} />
              {t('shell.installApp')}
            </button>
          ) : null}
          <a
            href={logOutLink.href}
            onClick={(event) => {
              onClose();
              logOutLink.onClick(event);
            }}
          >
            <Icon of={LogOut} />
            {t('shell.logOut')}
          </a>
        </div>
      </div>
      <div>
        <h3 className={menuLabel}>
          {t('core.language')}
        </h3>
        <div className={menuList}>
          {languageCodes.map((code) => (
            <button key={code} type="button" lang={code} aria-current={code === language ? 'true' : undefined} onClick={() => void chooseLanguage(code)}>
              <Icon of={Languages} />
              {languageNames[code]}
            </button>
          ))}
        </div>
      </div>
      <div className={menuFoot}>
        <FacilityTexts />
      </div>
    </Dialog>
  );
}
