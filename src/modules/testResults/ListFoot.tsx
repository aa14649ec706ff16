import { type LabResult, recordDateText } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { paneFoot } from '../../records/panes/panes.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Clock } from '../../ui/icons.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { lastSent } from './results.ts';
import * as look from './TestResults.css.ts';

/** How many are shown, how to see the others, and when the laboratory last sent something. */
export function ListFoot({
  shown,
  results,
  older,
}: {
  shown: number;
  results: readonly LabResult[];
  older: ReactNode;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const sent = lastSent(results);
  const when = sent === null ? '' : recordDateText(locale, sent.at, timeZone);
  return (
    <div className={paneFoot}>
      <p>{t('testResults.shown', { shown, all: results.length })}</p>
      {older === null ? null : <div className={screenOnly}>{older}</div>}
      {sent === null ? null : (
        <p className={look.source}>
          <Icon of={Clock} size="s" />
          <span>
            {sent.lab === null
              ? t('testResults.lastSentUnnamed', { when })
              : t('testResults.lastSent', { lab: sent.lab, when })}
          </span>
        </p>
      )}
    </div>
  );
}
