import type { Representation } from '@portal/api';
import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { lead } from '../../ui/text.css.ts';
import { formatDate, formatPersonName, useWords } from '../../words/index.ts';
import { afterDeath } from './dashboard.css.ts';

/** Tells who acted for a patient that the facility has noted the death, and what they can still do. */
export function AfterDeath({
  patient,
}: {
  patient: Pick<Representation, 'firstName' | 'lastName' | 'lastDay'>;
}): ReactNode {
  const { t, locale } = useWords();
  const { lastDay } = patient;
  return (
    <p className={classes(lead, afterDeath)}>
      {t('dashboard.hasDied', { name: formatPersonName(locale, patient) })}{' '}
      {lastDay === null
        ? t('dashboard.hasDiedRead')
        : t('dashboard.hasDiedReadUntil', { date: formatDate(locale, lastDay, 'long') })}{' '}
      {t('dashboard.hasDiedEnded')}
    </p>
  );
}
