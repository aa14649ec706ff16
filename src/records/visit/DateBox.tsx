import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { intlOf, useWords } from '../../words/index.ts';
import { dayMs as dayLength, type Moment } from '../zone.ts';

/** A day in the parts of a date box; screen readers get the whole date. `isMonth`: the day is only a target. */
export function DateParts({
  moment,
  isMonth,
  now,
  withWeekday,
}: {
  moment: Moment;
  isMonth: boolean;
  now: number;
  withWeekday: boolean;
}): ReactNode {
  const { locale } = useWords();
  const intl = intlOf(locale);
  const at = moment.day * dayLength;
  const part = (type: 'weekday' | 'month' | 'day' | 'year', style: Intl.DateTimeFormatOptions) =>
    intl.formatDateToParts(at, { ...style, timeZone: 'UTC' }).find((found) => found.type === type)?.value ?? '';
  const month = part('month', { month: 'short', day: 'numeric' });
  const monthWord = /^\d+$/.test(month) ? intl.formatDate(at, { month: 'short', timeZone: 'UTC' }) : month;
  const year = part('year', { year: 'numeric' });
  const heard = intl.formatDate(at, {
    year: 'numeric',
    month: 'long',
    ...(isMonth ? {} : { day: 'numeric' }),
    timeZone: 'UTC',
  });
  const isThisYear = Math.abs(at - now) < 300 * dayLength;
  return (
    <>
      <VisuallyHidden>{heard} </VisuallyHidden>
      <span aria-hidden="true">{isMonth ? year : withWeekday ? part('weekday', { weekday: 'short' }) : monthWord}</span>
      <b aria-hidden="true">{isMonth ? monthWord : part('day', { day: 'numeric' })}</b>
      {isMonth ? null : withWeekday ? (
        <span aria-hidden="true">{isThisYear ? monthWord : `${monthWord} ${year}`}</span>
      ) : isThisYear ? null : (
        <span aria-hidden="true">{year}</span>
      )}
    </>
  );
}
