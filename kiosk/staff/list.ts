import type { CalendarDate, KioskPatientRow } from '@portal/api';
import * as v from 'valibot';
import { CalendarDate as CalendarDateSchema } from '@portal/api';

/** The day that it is at the facility, whatever the tablet's own time zone says. */
export function todayAt(timeZone: string, now: Date): CalendarDate {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(now);
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.find((one) => one.type === type)?.value ?? '';
  return v.parse(CalendarDateSchema, `${part('year')}-${part('month')}-${part('day')}`);
}

/** The day `days` after a date; no time zone and no daylight saving is in it. */
export function dayAfter(date: CalendarDate, days: number): CalendarDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return v.parse(CalendarDateSchema, new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10));
}

/** Every facility of a list once, in the reader's order. */
export function facilitiesOf(rows: readonly KioskPatientRow[], locale: string): string[] {
  return [...new Set(rows.map((row) => row.facilityShortName))].toSorted(new Intl.Collator(locale).compare);
}

/** The rows of one facility, or all of them with null, by last and then first name. */
export function rowsFor(rows: readonly KioskPatientRow[], facility: string | null, locale: string): KioskPatientRow[] {
  const { compare } = new Intl.Collator(locale);
  return rows
    .filter((row) => facility === null || row.facilityShortName === facility)
    .toSorted((a, b) => compare(a.lastName, b.lastName) || compare(a.firstName, b.firstName));
}

/** What `startIfOnlyOne` asks for: a lone questionnaire opens at once, a lone patient's start is offered. */
export type LoneStart = { readonly kind: 'open' | 'ask'; readonly row: KioskPatientRow };

/** The lone start of a list, or null where there is a choice or nothing that can be started. */
export function loneStart(rows: readonly KioskPatientRow[]): LoneStart | null {
  const [row, second] = rows;
  if (!row || second || !row.canStartByPatient) return null;
  return { kind: row.questionnaireTitles.length === 1 ? 'open' : 'ask', row };
}
