import { AccessReason, type CalendarDate, type Contact, mostYearsOfAccess } from '@portal/api';
import * as v from 'valibot';
import { addMonths, calendarDate } from '../../ui/calendar.ts';
import type { FormRules } from '../../ui/form/formState.ts';
import { schemaRule } from '../../ui/form/rules.ts';

/** Until when a contact may act for the patient, and why, as it is typed. `lastDay` is a date, or the typed text where it is none. */
export interface EndValues {
  readonly lastDay: string;
  readonly reason: string;
}

export type End = Pick<Contact, 'lastDay' | 'reason'>;

export const isEndOver = ({ lastDay }: Pick<End, 'lastDay'>, today: CalendarDate): boolean =>
  lastDay !== null && lastDay < today;

/** A day that is over is not offered again. */
export const endValuesOf = ({ lastDay, reason }: End, today: CalendarDate): EndValues => ({
  lastDay: lastDay === null || lastDay < today ? '' : lastDay,
  reason: reason ?? '',
});

export const endOfValues = ({ lastDay, reason }: EndValues): End => ({
  lastDay: calendarDate(lastDay),
  reason: reason.trim() === '' ? null : reason.trim(),
});

export const endProblems = {
  last_day_over: { text: 'contacts.lastDayOver' },
  last_day_after_access: { text: 'contacts.lastDayAfterAccess' },
  last_day_too_late: { text: 'contacts.lastDayTooLate', values: { years: mostYearsOfAccess } },
} as const;

/** `latest`: the last day of everything, which a part does not outlast; null: none. */
export const endRules = (today: CalendarDate, latest: CalendarDate | null = null): FormRules<EndValues> => ({
  rules: {
    lastDay: [
      (typed) => {
        if (typed.trim() === '') return null;
        const date = calendarDate(typed);
        if (date === null) return { text: 'contacts.lastDayWrong' };
        if (date < today) return endProblems.last_day_over;
        if (latest !== null && date > latest) return endProblems.last_day_after_access;
        return date > addMonths(today, 12 * mostYearsOfAccess) ? endProblems.last_day_too_late : null;
      },
    ],
    reason: [schemaRule(v.nullable(AccessReason))],
  },
});

/** The last day of an access that lasts a month longer, counted from today where it is over. */
export const oneMonthLonger = (lastDay: CalendarDate, today: CalendarDate): CalendarDate =>
  addMonths(lastDay < today ? today : lastDay, 1);
