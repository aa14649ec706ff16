import type { ReactNode } from 'react';
import { useRepresented } from '../data/profile.ts';
import { Icon } from '../ui/Icon.tsx';
import { User } from '../ui/icons.ts';
import { formatPersonName, useWords } from '../words/index.ts';
import { acting } from './ActingFor.css.ts';

/** Says whose record a representative has before them; nothing where it is one's own. */
export function ActingFor(): ReactNode {
  const { t, locale } = useWords();
  const patient = useRepresented();
  if (patient === null) return null;
  return (
    <p className={acting}>
      <Icon of={User} size="s" />
      <span>{t('shell.actingFor', { name: formatPersonName(locale, patient) })}</span>
    </p>
  );
}
