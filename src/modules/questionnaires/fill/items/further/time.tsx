import type { Answer } from '@portal/api';
import { type FocusEvent, type ReactNode, useMemo } from 'react';
import { TimeField, type TimeFieldProps, type TimeParts } from '../../../../../ui/TimeField.tsx';
import { dayPeriods, formatTime, useWords } from '../../../../../words/index.ts';
import { contents } from '../items.css.ts';
import type { BoxProps, ItemParts } from '../itemParts.ts';
import { useBox } from '../useBox.ts';
import { timeEntries, typedTime } from './typedTime.ts';
import { useTyped } from './useTyped.ts';

/** The labels of the boxes of a time, and whether the reader counts hours to twelve. */
export function useClock(): Pick<TimeFieldProps, 'labels' | 'periods'> {
  const { t, locale } = useWords();
  return useMemo(() => {
    const periods = dayPeriods(locale);
    return {
      periods,
      labels: {
        hour: t('questionnaires.hour'),
        minute: t('questionnaires.minute'),
        period: periods === null ? '' : t('questionnaires.dayPeriod', periods),
      },
    };
  }, [t, locale]);
}

/** Moving between the boxes is not leaving the question. */
export const leavesGroup = (event: FocusEvent<HTMLElement>): boolean =>
  !event.currentTarget.contains(event.relatedTarget);

function TimeBox({ item, entries, label, onChange, onLeave, ...box }: BoxProps<'TimeQuestion'>): ReactNode {
  const id = item.questionnaireItemId;
  const clock = useClock();
  const countsToTwelve = clock.periods !== null;
  const [shown, type] = useTyped<TimeParts>(
    entries,
    (typed) => timeEntries(id, typed, countsToTwelve),
    (stored) => typedTime(stored, countsToTwelve),
  );
  return (
    <div className={contents} onBlur={(event) => (leavesGroup(event) ? onLeave() : undefined)}>
      <TimeField {...box} {...clock} legend={label} value={shown} onChange={(next) => onChange(type(next))} />
    </div>
  );
}

function TimeAnswer({ entries: [entry] }: { entries: readonly Answer[] }): ReactNode {
  const { locale } = useWords();
  return entry?.timeAnswer === undefined
    ? entry?.textAnswer
    : formatTime(locale, `1970-01-01T${entry.timeAnswer.slice(0, 5)}:00Z`, 'UTC');
}

export const timeQuestion: ItemParts<'TimeQuestion'> = {
  Field: (props) => <TimeBox {...useBox(props)} />,
  Box: TimeBox,
  Review: TimeAnswer,
};
