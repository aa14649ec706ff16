import { type ActivityGroup, type PatientId, activityGroups, activityPeople } from '@portal/api';
import { calendarDate, addMonths } from '../../ui/calendar.ts';
import { type Rule, isEmpty } from '../../ui/form/rules.ts';
import { dayAt, isoDay, zoneOf } from '../../records/zone.ts';

export type People = (typeof activityPeople)[number];

/** The form: a date is kept as typed while it is incomplete; an empty choice means everyone or everything. */
export interface ActivityForm {
  readonly startDate: string;
  readonly endDate: string;
  readonly who: People | '';
  readonly what: ActivityGroup | '';
}

/** The default range: from one year before today to today, by the clock of the facility (specification 3, section 9). */
export function defaultForm(timeZone: string, now: number): ActivityForm {
  const today = calendarDate(isoDay(dayAt(zoneOf(timeZone), now)));
  const start = today === null ? null : addMonths(today, -12);
  return { startDate: start ?? '', endDate: today ?? '', who: '', what: '' };
}

const aDate: Rule<string> = (typed) =>
  isEmpty(typed) ? { text: 'core.required' } : calendarDate(typed) === null ? { text: 'form.dateNotThere' } : null;
const notBeforeStart: Rule<string, ActivityForm> = (end, { startDate }) =>
  calendarDate(startDate) !== null && end < startDate ? { text: 'personalData.endBeforeStart' } : null;

/** Start date and end date are both required (specification 3, section 5). */
export const activityRules: {
  readonly startDate: readonly Rule<string, ActivityForm>[];
  readonly endDate: readonly Rule<string, ActivityForm>[];
} = { startDate: [aDate], endDate: [aDate, notBeforeStart] };

/** The query for the server; null while a date is incomplete. */
export function activityQueryOf({ startDate, endDate, who, what }: ActivityForm, patientId: PatientId) {
  const [start, end] = [calendarDate(startDate), calendarDate(endDate)];
  if (start === null || end === null) return null;
  return {
    startDate: start,
    endDate: end,
    patientId,
    ...(who === '' ? {} : { who }),
    ...(what === '' ? {} : { what }),
  };
}
export type ActivityQuery = NonNullable<ReturnType<typeof activityQueryOf>>;

export const groupOf = (value: string): ActivityGroup | '' => activityGroups.find((one) => one === value) ?? '';
export const peopleOf = (value: string): People | '' => activityPeople.find((one) => one === value) ?? '';
