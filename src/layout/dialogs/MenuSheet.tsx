import { type ReactNode, useId, useState } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, ChevronDown, Languages, LogOut, Smartphone, User } from '../../ui/icons.ts';
import { EntryLink, type NavigationEntry } from '../../ui/Navigation.tsx';
import { itemCheck, menuLabel, menuList, turned } from '../../ui/Popover.css.ts';
import { languageNames, useWords } from '../../words/index.ts';
import { Copyright } from '../gate/FacilityFoot.tsx';
import { FacilityTexts } from '../gate/FacilityTexts.tsx';
import { canInstall } from '../../browser/install.ts';
import { useLanguages } from '../../browser/branding.ts';
import { chooseLanguage } from '../gate/language.ts';
import { menuFoot, menuHead, menuSub } from '../signedIn/Navigation.css.ts';
import { menuIcon, type MenuEntries, type MenuEntry } from '../signedIn/Navigation.tsx';
import type { PatientEntry } from '../signedIn/PatientChoice.tsx';
import type { LinkProps } from '../../records/links.ts';

interface MenuSheetProps {
  /** The name of the person who is signed in. */
  readonly name: string;
  readonly initials: string;
  /** The records that can be opened; empty where there is no choice. */
  readonly patients: readonly PatientEntry[];
  readonly entries: readonly NavigationEntry[];
  readonly menus: MenuEntries;
  readonly logOutLink: LinkProps;
  readonly onInstall: () => void;
  readonly onClose: () => void;
}

/** All pages, then what belongs to the facility and to the person. */
export function MenuSheet({
  name,
  initials,
  patients,
  entries,
  menus,
  logOutLink,
  onInstall,
  onClose,
}: MenuSheetProps): ReactNode {
  const { t } = useWords();
  const countWords = (count: number) => t('layout.countNew', { count });
  const resources = [...menus.contact, ...menus.resources];
  return (
    <Dialog
      title={
        <span className={menuHead}>
          <Avatar initials={initials} />
          {name}
        </span>
      }
      onClose={onClose}
    >
      {patients.length > 0 ? (
        <div>
          <h3 className={menuLabel}>{t('layout.choosePatient')}</h3>
          <div className={menuList} role="group" aria-label={t('layout.choosePatient')}>
            {patients.map(({ key, label, current, onChoose }) => (
              <button
                key={key}
                type="button"
                aria-current={current ? 'true' : undefined}
                onClick={() => {
                  onClose();
                  onChoose();
                }}
              >
                <Icon of={User} />
                {label}
                {current ? (
                  <span className={itemCheck}>
                    <Icon of={Check} size="s" />
                  </span>
                ) : null}
              </button>
            ))}
          </div>
        </div>
      ) : null}
      {entries.length > 0 ? (
        <nav className={menuList} aria-label={t('layout.allPages')}>
          {entries.map((entry) => (
            <EntryLink key={entry.link.href} entry={entry} countWords={countWords} onChosen={onClose} />
          ))}
        </nav>
      ) : null}
      {resources.length > 0 ? (
        <div>
          <h3 className={menuLabel}>{t('layout.resources')}</h3>
          <nav className={menuList} aria-label={t('layout.resources')}>
            <MenuLinks pages={resources} onChosen={onClose} />
          </nav>
        </div>
      ) : null}
      <div>
        <h3 className={menuLabel}>{t('layout.you')}</h3>
        <nav className={menuList} aria-label={t('layout.you')}>
          <MenuLinks pages={menus.you} onChosen={onClose} />
          <LanguageList />
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
              {t('layout.installApp')}
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
            {t('layout.logOut')}
          </a>
        </nav>
      </div>
      <div className={menuFoot}>
        <Copyright />
        <FacilityTexts />
      </div>
    </Dialog>
  );
}

function MenuLinks({ pages, onChosen }: { pages: readonly MenuEntry[]; onChosen: () => void }): ReactNode {
  return pages.map(({ path, label, current, link }) => (
    <a
      key={path}
      href={link.href}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        onChosen();
        link.onClick(event);
      }}
    >
      <Icon of={menuIcon(path)} />
      {label}
    </a>
  ));
}

/** The current language; a press shows the others, each by its own name. */
function LanguageList(): ReactNode {
  const { t, language } = useWords();
  const languages = useLanguages();
  const [open, setOpen] = useState(false);
  const listId = useId();
  if (languages.length < 2) return null;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={listId}
        aria-label={`${t('core.language')}: ${languageNames[language]}`}
        onClick={() => setOpen(!open)}
      >
        <Icon of={Languages} />
        {languageNames[language]}
        <span className={`${itemCheck} ${turned}`}>
          <Icon of={ChevronDown} size="s" />
        </span>
      </button>
      <div id={listId} className={menuSub} hidden={!open}>
        {languages.map((code) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-current={code === language ? 'true' : undefined}
            onClick={() => void chooseLanguage(code)}
          >
            {languageNames[code]}
            {code === language ? (
              <span className={itemCheck}>
                <Icon of={Check} size="s" />
              </span>
            ) : null}
          </button>
        ))}
      </div>
    </>
  );
}
