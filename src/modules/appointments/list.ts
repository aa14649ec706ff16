import type { Appointment } from '@portal/api';
import type { ChoiceFilter } from '../../records/table/filters.ts';
import type { SortKeys } from '../../records/table/sorting.ts';
import type { RowGroup } from '../../records/table/useRecordRows.ts';
import {
  calledName,
  instructionsOf,
  otherType,
  statusWord,
  type Visit,
  type VisitState,
  visitName,
  visitState,
} from '../../records/visit/visit.ts';
import { isoDay, byMoment, endOf, type Moment, momentOf, zoneOf } from '../../records/zone.ts';
import type { TableRow } from '../../ui/table/DataTable.tsx';
import type { MessageKey, Words } from '../../words/index.ts';
import { firstWords } from './plainWords.ts';

export const dateFilters = ['All', 'Upcoming', 'Past'] as const;
export type DateFilter = (typeof dateFilters)[number];

export interface AppointmentRow extends TableRow, Visit {
  readonly id: Visit['id'];
  readonly appointment: Appointment;
  /** The name from the wire, last name first. */
  readonly provider: string;
  /** The text to filter by; for a follow-up without a type, its label. */
  readonly type: string;
}

/** An appointment with its moment, which does not change as time passes. */
interface TimedAppointment {
  readonly appointment: Appointment;
  readonly moment: Moment;
}

/** Computed once for a list, because it asks the platform about time zones. */
export const timed = (appointments: readonly Appointment[]): TimedAppointment[] =>
  appointments.map((appointment) => ({
    appointment,
    moment: momentOf(appointment.date, zoneOf(appointment.timeZoneId), appointment.hasTimePart),
  }));

/** When the state of one of them last changed, so that a list is made anew at a change and not at each tick of the clock. */
export function lastChange(list: readonly TimedAppointment[], now: number): number {
  let last = 0;
  for (const { appointment, moment } of list) {
    const end = endOf(moment, appointment.durationMinutes);
    if (end <= now && end > last) last = end;
  }
  return last;
}

const isFollowUpOf = ({ kind, status }: Appointment, statuses: readonly string[]): boolean =>
  kind === 'FollowUpAppointment' && statuses.includes(status);

const stateOf = ({ appointment, moment }: TimedAppointment, now: number): VisitState =>
  visitState(
    {
      moment,
      minutes: appointment.durationMinutes,
      isCancelled: appointment.isCancelled,
      isClosed: isFollowUpOf(appointment, ['Completed', 'Missed']),
      isPendingFollowUp: isFollowUpOf(appointment, ['Recommended', 'Scheduled']),
    },
    now,
  );

function rowOf(words: Pick<Words, 't'>, one: TimedAppointment, now: number): AppointmentRow {
  const { appointment, moment } = one;
  const state = stateOf(one, now);
  const isFollowUp = appointment.kind === 'FollowUpAppointment';
  return {
    id: appointment.id,
    appointment,
    moment,
    abbreviation: appointment.timeZoneAbbreviation,
    name: visitName(words, appointment),
    otherType: otherType(appointment),
    state,
    status: statusWord(words, appointment.status, state),
    isConfirmed: appointment.isConfirmed,
    isRecommended: isFollowUp && appointment.status === 'Recommended',
    provider: appointment.provider,
    who: calledName(appointment.provider),
    type: appointment.type.trim() === '' ? (appointment.followUpLabel ?? '') : appointment.type,
    place: firstWords(appointment.location),
    instructions: instructionsOf(appointment),
  };
}

/** The upcoming ones, next first, then the past and cancelled ones, latest first. */
export function rowsOf(words: Pick<Words, 't'>, list: readonly TimedAppointment[], now: number): AppointmentRow[] {
  const rows = list.map((one) => rowOf(words, one, now));
  const upcoming = rows.filter(isToCome).toSorted((one, other) => byMoment(one.moment, other.moment));
  const rest = rows.filter((row) => !isToCome(row)).toSorted((one, other) => byMoment(other.moment, one.moment));
  return [...upcoming, ...rest];
}

/** Whether directions are still useful. A cancelled visit is never upcoming. */
export const isToCome = ({ state }: Pick<AppointmentRow, 'state'>): boolean => state === 'upcoming';

export const groupsIn = (t: (key: MessageKey) => string): readonly RowGroup<AppointmentRow>[] => [
  { key: 'upcoming', title: t('appointments.upcoming'), has: isToCome },
  { key: 'past', title: t('appointments.pastAndCancelled'), has: (row) => !isToCome(row), shownAtFirst: 4 },
];

/** Whether a row passes the date filter: past is what is not upcoming, so that each appointment is one of the two. */
export const passesDate = (row: AppointmentRow, date: DateFilter): boolean =>
  date === 'All' || (date === 'Upcoming') === isToCome(row);

/** Whether it may go into a calendar: confirmed, and still to come. */
export const canGoIntoCalendar = (row: Pick<AppointmentRow, 'state' | 'isConfirmed'>): boolean =>
  row.isConfirmed && isToCome(row);

/** The five fields that the list can be sorted by (specification 2, section 2). */
export const sortKeys = {
  date: { kind: 'order', compare: (one, other) => byMoment(one.moment, other.moment) },
  type: { kind: 'text', textOf: ({ name }) => name },
  provider: { kind: 'text', textOf: ({ provider }) => provider },
  status: { kind: 'text', textOf: ({ status }) => status },
  location: { kind: 'text', textOf: ({ place }) => place },
} as const satisfies SortKeys<AppointmentRow>;

export const choiceFilters = (t: (key: MessageKey) => string): readonly ChoiceFilter<AppointmentRow>[] => [
  {
    field: 'provider',
    label: t('records.provider'),
    any: t('records.allProviders'),
    textOf: ({ who }) => who,
  },
  {
    field: 'status',
    label: t('appointments.filterStatus'),
    any: t('appointments.allStatuses'),
    textOf: ({ status }) => status,
  },
  {
    field: 'type',
    label: t('appointments.filterType'),
    any: t('records.allTypes'),
    textOf: ({ type }) => type,
  },
];

/** The time zones of these rows' times, each with its names there; rows without a time have none. */
export function zonesOf(rows: readonly AppointmentRow[]): { id: string; names: string[] }[] {
  const names = new Map<string, Set<string>>();
  for (const { moment, appointment } of rows) {
    if (moment.time === null) continue;
    const known = names.get(moment.zone.id);
    if (known) known.add(appointment.timeZoneAbbreviation);
    else names.set(moment.zone.id, new Set([appointment.timeZoneAbbreviation]));
  }
  return [...names].map(([id, known]) => ({ id, names: [...known].toSorted() }));
}

/** What is due by the day of an upcoming visit, and not by that of an earlier one. Days as `YYYY-MM-DD`. */
export function dueBefore<Entry extends { readonly day: string | null }>(
  entries: readonly Entry[],
  visit: AppointmentRow,
  rows: readonly AppointmentRow[],
): Entry[] {
  if (!isToCome(visit)) return [];
  const until = isoDay(visit.moment.day);
  const earlier = rows
    .filter((row) => isToCome(row) && row.moment.day < visit.moment.day)
    .map(({ moment }) => isoDay(moment.day));
  return entries.filter(({ day }) => day !== null && day <= until && !earlier.some((other) => day <= other));
}
