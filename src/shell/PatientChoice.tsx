import type { ReactNode } from 'react';
import { useRepresented } from '../data/profile.ts';
import { Icon } from '../ui/Icon.tsx';
import { User } from '../ui/icons.ts';
import { MenuButton, MenuItem } from '../ui/MenuButton.tsx';
import { useWords } from '../words/index.ts';
import { ActingFor } from './ActingFor.tsx';
import { acting, actingRow } from './ActingFor.css.ts';

/** One whose record can be opened, in words of the language. */
export interface PatientEntry {
  readonly key: number;
  readonly label: string;
  readonly current: boolean;
  readonly onChoose: () => void;
}

/** The entries of a menu for whoever acts for several, or for somebody besides themselves. */
export const PatientItems = ({ patients }: { patients: readonly PatientEntry[] }): ReactNode =>
  patients.map(({ key, label, current, onChoose }) => (
    <MenuItem key={key} icon={User} current={current} onSelect={onChoose}>
      {label}
    </MenuItem>
  ));

/** Below the greeting: whose record it is, the way to another, and what may be done for them. */
export function PatientChoice({ patients, rights = null }: { patients: readonly PatientEntry[]; rights?: ReactNode }): ReactNode {
  const { t } = useWords();
  const isOther = useRepresented() !== null;
  if (!isOther && patients.length === 0) return null;
  return (
    <div className={actingRow}>
      {isOther ? (
        <ActingFor />
      ) : (
        <p className={acting}>
          <Icon of={User} size="s" />
          <span>{t('shell.actingForSelf')}</span>
        </p>
      )}
      {patients.length > 0 ? (
        <MenuButton label={t('shell.choosePatient')} align="start">
          <PatientItems patients={patients} />
        </MenuButton>
      ) : null}
      {rights}
    </div>
  );
}
