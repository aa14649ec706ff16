import type { CalendarDate, PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { useIdentity, useRepresented } from '../../data/profile.ts';
import { choicesOf } from '../../data/identity.ts';
import { ActingLine } from '../../ui/ActingLine.tsx';
import { User } from '../../ui/icons.ts';
import { MenuButton, MenuItem } from '../../ui/MenuButton.tsx';
import { formatDate, formatPersonName, useWords } from '../../words/index.ts';
import { actingMenu, actingRow } from './PatientChoice.css.ts';

/** A patient whose record can be opened, in the page's language. */
export interface PatientEntry {
  readonly key: number;
  readonly label: string;
  readonly current: boolean;
  readonly onChoose: () => void;
}

/** Makes the function that adds to a text until when the person may act for the patient, if that has an end. */
function useWithEnd(): (text: string, lastDay: CalendarDate | null) => string {
  const { t, locale } = useWords();
  return (text, lastDay) =>
    lastDay === null ? text : t('layout.until', { text, date: formatDate(locale, lastDay, 'long') });
}

/** Everyone whose record the person can open; empty where there is no choice. `open`: opens another one than the current. */
export function useEntriesOfPatients(open: (patientId: PatientId) => void): readonly PatientEntry[] {
  const { t, locale } = useWords();
  const withEnd = useWithEnd();
  const identity = useIdentity();
  if (identity === null) return [];
  const choices = choicesOf(identity);
  if (choices.length < 2) return [];
  return choices.map(({ patientId, isOwn, lastDay, ...person }) => {
    const current = patientId === identity.patientId;
    return {
      key: patientId,
      label: isOwn
        ? t('layout.actForSelf')
        : withEnd(t('layout.actFor', { name: formatPersonName(locale, person) }), lastDay),
      current,
      onChoose: () => {
        if (!current) open(patientId);
      },
    };
  });
}

/** The menu entries for choosing whose record is open. */
export const PatientItems = ({ patients }: { patients: readonly PatientEntry[] }): ReactNode =>
  patients.map(({ key, label, current, onChoose }) => (
    <MenuItem key={key} icon={User} current={current} onSelect={onChoose}>
      {label}
    </MenuItem>
  ));

/** Whose record it is, as text; null where somebody has only their own. */
function useWhose(patients: readonly PatientEntry[]): string | null {
  const { t, locale } = useWords();
  const withEnd = useWithEnd();
  const other = useRepresented();
  if (other !== null) return withEnd(t('layout.actingFor', { name: formatPersonName(locale, other) }), other.lastDay);
  return patients.length > 0 ? t('layout.actingForSelf') : null;
}

/** Below the greeting: whose record it is, the change to another, and what may be done for them. */
export function PatientChoice({
  patients,
  rights = null,
}: {
  patients: readonly PatientEntry[];
  rights?: ReactNode;
}): ReactNode {
  const { t } = useWords();
  const whose = useWhose(patients);
  if (whose === null) return null;
  return (
    <div className={actingRow}>
      <ActingLine>{whose}</ActingLine>
      {patients.length > 0 ? (
        <MenuButton label={t('layout.choosePatient')} align="start">
          <PatientItems patients={patients} />
        </MenuButton>
      ) : null}
      {rights}
    </div>
  );
}

/** The same as one button, for the bar of full-screen work, so that it takes no height from what is filled in. */
export function PatientChoiceInBar({ patients }: { patients: readonly PatientEntry[] }): ReactNode {
  const { t } = useWords();
  const whose = useWhose(patients);
  if (whose === null) return null;
  if (patients.length === 0) return <ActingLine>{whose}</ActingLine>;
  return (
    <div className={actingMenu}>
      <MenuButton icon={User} label={whose} hiddenLabel={t('layout.choosePatient')} align="start">
        <PatientItems patients={patients} />
      </MenuButton>
    </div>
  );
}
