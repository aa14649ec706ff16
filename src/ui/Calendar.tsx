import { formatDate, intlOf, useWords } from '../words/index.ts';
import type { CalendarDate } from '@portal/api';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { addMonths, firstWeekday, monthWeeks, moveByKey, dateWithin } from './calendar.ts';
import {
  calendar,
  calendarGrid,
  calendarHead,
  day as dayClass,
  filling,
  noDay,
  week,
  weekdays,
} from './Calendar.css.ts';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';
import { Icon } from './Icon.tsx';
import { ChevronDown, ChevronLeft, ChevronRight } from './icons.ts';
import { select } from './Input.css.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface CalendarProps {
  value: CalendarDate | null;
  today: CalendarDate;
  min?: CalendarDate;
  max?: CalendarDate;
  onSelect: (date: CalendarDate) => void;
  /** As wide as its container. */
  fill?: boolean;
}

interface SelectOption {
  readonly value: number;
  readonly label: string;
}

/** The names of the months, and whether month or year comes first. */
function namesOfMonths(locale: string) {
  const intl = intlOf(locale);
  const months = Array.from({ length: 12 }, (_, index): SelectOption => ({
    value: index + 1,
    label: intl.formatDate(Date.UTC(2000, index, 1), { month: 'long', timeZone: 'UTC' }),
  }));
  const parts = intl.formatDateToParts(0, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const order = (['month', 'year'] as const).toSorted(
    (a, b) => parts.findIndex(({ type }) => type === a) - parts.findIndex(({ type }) => type === b),
  );
  return { months, monthAndYear: order };
}

const yearsBetween = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

function HeadSelect({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string;
  readonly value: number;
  readonly options: readonly SelectOption[];
  readonly onChoose: (value: number) => void;
}): ReactNode {
  return (
    <div className={select}>
      <select aria-label={label} value={value} onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} size="s" />
    </div>
  );
}

/** A month of days, with month and year to choose above. Arrows move by day and week, Home and End within the week, Page keys by month, with Shift by year. */
export function Calendar({ value, today, min, max, onSelect, fill = false }: CalendarProps): ReactNode {
  const { t, locale } = useWords();
  const titleId = useId();
  const grid = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<CalendarDate>(() => dateWithin(value ?? today, min, max));
  // It takes the focus when it appears, because the person opened it.
  const [keepFocus, setKeepFocus] = useState(true);
  const first = firstWeekday(locale);
  const weeks = useMemo(() => monthWeeks(current, first), [current, first]);
  const names = useMemo(() => {
    // 4 January 1970 was a Sunday.
    return Array.from({ length: 7 }, (_, index) => {
      const name = (weekday: 'long' | 'short') =>
        intlOf(locale).formatDate(Date.UTC(1970, 0, 4 + first + index), { weekday, timeZone: 'UTC' });
      return { long: name('long'), short: name('short').slice(0, locale.startsWith('zh') ? 3 : 2) };
    });
  }, [locale, first]);
  const month = intlOf(locale).formatDate(`${current}T00:00:00Z`, { month: 'long', year: 'numeric', timeZone: 'UTC' });

  const { months, monthAndYear } = useMemo(() => namesOfMonths(locale), [locale]);
  const year = Number(current.slice(0, 4));
  const years = yearsBetween(
    Math.min(year, Number((min ?? today).slice(0, 4)) - (min === undefined ? 120 : 0)),
    Math.max(year, Number((max ?? today).slice(0, 4)) + (max === undefined ? 20 : 0)),
  );

  useEffect(() => {
    if (keepFocus) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [current, keepFocus]);

  const go = (date: CalendarDate, focus: boolean) => {
    setKeepFocus(focus);
    setCurrent(dateWithin(date, min, max));
  };
  const press = (event: KeyboardEvent) => {
    const next = moveByKey(current, event.key, event.shiftKey, first);
    if (next === null) return;
    event.preventDefault();
    go(next, true);
  };
  const out = (date: CalendarDate) => (min !== undefined && date < min) || (max !== undefined && date > max);
  return (
    <div className={classes(calendar, fill && filling)}>
      <div className={calendarHead}>
        <IconButton
          icon={ChevronLeft}
          size="s"
          label={t('core.previousMonth')}
          onClick={() => go(addMonths(current, -1), false)}
        />
        <VisuallyHidden>
          <span id={titleId} aria-live="polite">
            {month}
          </span>
        </VisuallyHidden>
        {monthAndYear.map((part) =>
          part === 'month' ? (
            <HeadSelect
              key={part}
              label={t('core.month')}
              value={Number(current.slice(5, 7))}
              options={months}
              onChoose={(chosen) => go(addMonths(current, chosen - Number(current.slice(5, 7))), false)}
            />
          ) : (
            <HeadSelect
              key={part}
              label={t('core.year')}
              value={year}
              options={years.map((one) => ({ value: one, label: String(one) }))}
              onChoose={(chosen) => go(addMonths(current, 12 * (chosen - year)), false)}
            />
          ),
        )}
        <IconButton
          icon={ChevronRight}
          size="s"
          label={t('core.nextMonth')}
          onClick={() => go(addMonths(current, 1), false)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the days inside */}
      <div className={calendarGrid} role="grid" aria-labelledby={titleId} ref={grid} onKeyDown={press}>
        <div role="row" className={weekdays}>
          {names.map((name) => (
            <span role="columnheader" key={name.long} aria-label={name.long}>
              {name.short}
            </span>
          ))}
        </div>
        {weeks.map((days, index) => (
          <div role="row" className={week} key={days.find(Boolean) ?? index}>
            {days.map((date, place) =>
              date === null ? (
                <span className={noDay} key={place} />
              ) : (
                <span role="gridcell" key={date} aria-colindex={place + 1} aria-selected={date === value}>
                  <button
                    type="button"
                    className={dayClass}
                    tabIndex={date === current ? 0 : -1}
                    aria-label={formatDate(locale, date, 'long')}
                    aria-current={date === today ? 'date' : undefined}
                    aria-pressed={date === value}
                    aria-disabled={out(date) || undefined}
                    onClick={() => {
                      if (!out(date)) onSelect(date);
                    }}
                    onFocus={() => setCurrent(date)}
                  >
                    {Number(date.slice(8))}
                  </button>
                </span>
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
