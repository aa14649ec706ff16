import type { AssignedQuestionnaireSummary } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { formatInstantDate, useWords } from '../../words/index.ts';

/** "Completed Nov 3, 2026": the outcome and its day at the facility. */
export function HistoryDate({ one }: { one: AssignedQuestionnaireSummary }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const date = one.completedDate === null ? null : formatInstantDate(locale, one.completedDate, timeZone);
  switch (one.statusDescription) {
    case 'Completed':
      return date === null ? t('questionnaires.completed') : t('questionnaires.completedOn', { date });
    case 'Declined':
      return date === null ? t('questionnaires.declined') : t('questionnaires.declinedOn', { date });
    case 'Missed':
      return date === null ? t('questionnaires.missed') : t('questionnaires.missedOn', { date });
    case 'Assigned':
    case 'Started':
      return null;
  }
}
