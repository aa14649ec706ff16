import type { ReactNode } from 'react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Languages, LogOut, Smartphone } from '../../ui/icons.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { languageNames, useWords } from '../../words/index.ts';
import { canInstall } from '../../browser/install.ts';
import { useLanguages } from '../../browser/branding.ts';
import { chooseLanguage } from '../gate/language.ts';
import { phoneName, userName, wideName } from './Navigation.css.ts';
import { menuIcon, type MenuEntry } from './Navigation.tsx';
import { type PatientEntry, PatientItems } from './PatientChoice.tsx';

interface UserButtonProps {
  readonly name: string;
  readonly initials: string;
  /** The records that can be opened; empty where there is no choice. */
  readonly patients: readonly PatientEntry[];
  /** Account Settings and the like. */
  readonly pages: readonly MenuEntry[];
  readonly onLogOut: () => void;
  readonly onInstall: () => void;
}

/** The person's name in the wide top bar, with their menu. */
export function UserButton({ name, initials, patients, pages, onLogOut, onInstall }: UserButtonProps): ReactNode {
  const { t } = useWords();
  return (
    <MenuButton icon={<Avatar small initials={initials} />} label={<span className={userName}>{name}</span>}>
      <PatientItems patients={patients} />
      {pages.map(({ path, label, current, link }) => (
        <MenuItem key={path} icon={menuIcon(path)} link={link} current={current}>
          {label}
        </MenuItem>
      ))}
      {canInstall() ? (
        <MenuItem icon={Smartphone} onSelect={onInstall}>
          {t('layout.installApp')}
        </MenuItem>
      ) : null}
      <MenuItem icon={LogOut} onSelect={onLogOut}>
        {t('layout.logOut')}
      </MenuItem>
    </MenuButton>
  );
}

/** For a person who came by an emailed link: their name, Log Out, and the language. */
export function ReducedUserButton({
  name,
  initials,
  onLogOut,
}: Pick<UserButtonProps, 'name' | 'initials' | 'onLogOut'>): ReactNode {
  const { t, language } = useWords();
  const languages = useLanguages();
  return (
    <MenuButton icon={<Avatar small initials={initials} />} label={<span className={wideName}>{name}</span>}>
      <li className={phoneName}>{name}</li>
      <MenuItem icon={LogOut} onSelect={onLogOut}>
        {t('layout.logOut')}
      </MenuItem>
      {(languages.length < 2 ? [] : languages).map((code) => (
        <MenuItem
          key={code}
          icon={Languages}
          lang={code}
          current={code === language}
          onSelect={() => void chooseLanguage(code)}
        >
          {languageNames[code]}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
