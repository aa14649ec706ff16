import type { ReactNode } from 'react';
import { LogOut, Smartphone, User } from '../ui/icons.ts';
import { MenuButton, MenuItem } from '../ui/MenuButton.tsx';
import { useWords } from '../words/index.ts';
import { canInstall } from './install.ts';

/** The person's name in the wide top bar, with what belongs to them. */
export function UserButton({ name, onLogOut, onInstall }: { name: string; onLogOut: () => void; onInstall: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <MenuButton icon={User} label={name}>
      {canInstall() ? (
        <MenuItem icon={Smartphone} onSelect={onInstall}>
          {t('shell.installApp')}
        </MenuItem>
      ) : null}
      <MenuItem icon={LogOut} onSelect={onLogOut}>
        {t('shell.logOut')}
      </MenuItem>
    </MenuButton>
  );
}
