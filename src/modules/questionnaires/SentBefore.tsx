import type { AssignedQuestionnaireSummary } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useRepresented } from '../../data/profile.ts';
import { Banner } from '../../ui/Banner.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { HistoryDate } from './HistoryDate.tsx';

/** Shown when a sent questionnaire is opened again: since when the facility has it, and that it cannot be changed. */
export function SentBefore({ completed }: { completed: AssignedQuestionnaireSummary }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const isRepresentative = useRepresented() !== null;
  const { completedDate, statusDescription } = completed;
  if (statusDescription !== 'Completed' || completedDate === null) return <HistoryDate one={completed} />;
  const when = formatInstant(locale, completedDate, timeZone);
  return (
    <Banner
      kind="info"
      title={t(isRepresentative ? 'questionnaires.theseWereSent' : 'questionnaires.youSentThese', { when })}
    >
      {t('questionnaires.sentBeforeText')}
    </Banner>
  );
}
