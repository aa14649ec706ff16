import { CalendarDate as CalendarDateSchema, type CalendarDate, type KioskPatientRow } from '@portal/api';
import * as v from 'valibot';
import { dayIn } from '../../src/features/questionnaires/due.ts';

/** The day that it is at the facility, whatever the tablet's own time zone says. */
export const todayAt = (timeZone: string, now: Date): CalendarDate => v.parse(CalendarDateSchema, dayIn(timeZone, now));

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
