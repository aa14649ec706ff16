import type { Appointment, AppointmentId } from '@portal/api';
import type { TableRow } from '../../ui/table/DataTable.tsx';
import type { Sort } from '../../ui/table/sorting.ts';
import { byMoment, isUpcoming, type Moment, momentOf, zoneOf } from '../visits/zone.ts';
import { firstWords } from './plainWords.ts';

/** The five fields that a list can be sorted by (specification 2, section 2). */
export const sortFields = ['date', 'type', 'provider', 'status', 'location'] as const;
export type SortField = (typeof sortFields)[number];

export const dateFilters = ['All', 'Upcoming', 'Past'] as const;
export type DateFilter = (typeof dateFilters)[number];

/** What a list is narrowed to; null: by nothing. */
export interface Filter {
  readonly date: DateFilter;
  readonly provider: string | null;
  readonly status: string | null;
  readonly type: string | null;
}
export const noFilter: Filter = { date: 'All', provider: null, status: null, type: null };
export const isFiltering = (filter: Filter): boolean => filter.date !== 'All' || filter.provider !== null || filter.status !== null || filter.type !== null;

/** An appointment with what its row shows and is ordered by. */
export interface AppointmentRow extends TableRow {
  readonly id: AppointmentId;
  readonly appointment: Appointment;
  readonly moment: Moment;
  readonly provider: string;
  readonly type: string;
  readonly status: string;
  /** The first line of the location, in plain words. */
  readonly place: string;
}

/** What a follow-up has no type for is told by its label. */
const typeOf = ({ type, followUpLabel }: Appointment): string => (type.trim() === '' ? (followUpLabel ?? '') : type);

/** The states that the portal itself gives a follow-up; those of other appointments are the facility's own words. */
export const followUpStatuses = ['Recommended', 'Scheduled', 'Completed', 'Missed', 'Cancelled'] as const;
export type KnownStatus = (typeof followUpStatuses)[number];
const toldStatus = ({ kind, status }: Appointment, tell: (status: KnownStatus) => string): string => {
  const known = kind === 'FollowUpAppointment' ? followUpStatuses.find((one) => one === status) : undefined;
  return known === undefined ? status : tell(known);
};

/** The rows of a list, as it came; `tell` says the state of a follow-up in the reader's language. */
export const rowsOf = (appointments: readonly Appointment[], tell: (status: KnownStatus) => string): AppointmentRow[] =>
  appointments.map((appointment) => ({
    id: appointment.id,
    appointment,
    moment: momentOf(appointment.date, zoneOf(appointment.timeZoneId)),
    provider: appointment.provider,
    type: typeOf(appointment),
    status: toldStatus(appointment, tell),
    place: firstWords(appointment.location),
  }));

const isOver = (row: AppointmentRow, now: number): boolean => !isUpcoming(row.moment, row.appointment.durationMinutes, now);

/** Whether a row passes: past is what is not upcoming, so that each appointment is one of the two. */
export const passes = (row: AppointmentRow, { date, provider, status, type }: Filter, now: number): boolean =>
  (provider === null || row.provider === provider) &&
  (status === null || row.status === status) &&
  (type === null || row.type === type) &&
  (date === 'All' || (date === 'Past') === isOver(row, now));

/** Whether it may go into a calendar: confirmed, and still to come. */
export const canGoIntoCalendar = (row: AppointmentRow, now: number): boolean => row.appointment.isConfirmed && !isOver(row, now);
/** Whether the way there is still of use. */
export const isToCome = (row: AppointmentRow, now: number): boolean => !isOver(row, now);

/** The different texts of a field, as readers of a language order them; empty ones are no choice. */
export function choicesOf(rows: readonly AppointmentRow[], field: 'provider' | 'status' | 'type', locale: string): string[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'variant', numeric: true });
  return [...new Set(rows.map((row) => row[field]))].filter((text) => text.trim() !== '').toSorted(compare);
}

const textOf: Readonly<Record<Exclude<SortField, 'date'>, (row: AppointmentRow) => string>> = {
  type: ({ type }) => type,
  provider: ({ provider }) => provider,
  status: ({ status }) => status,
  location: ({ place }) => place,
};

/**
 * The place of each text among all, texts that differ only in capitals sharing one, nothing first. A long list has few different
 * texts; comparing numbers then costs next to nothing, where a comparison by a language's rules does.
 */
function ranksOf(texts: readonly string[], locale: string): Map<string, number> {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const different = [...new Set(texts)].toSorted((one, other) => Number(one.trim() !== '') - Number(other.trim() !== '') || compare(one, other));
  const ranks = new Map<string, number>();
  let rank = -1;
  let last: string | null = null;
  for (const text of different) {
    if (last === null || (last.trim() === '') !== (text.trim() === '') || (text.trim() !== '' && compare(last, text) !== 0)) rank += 1;
    ranks.set(text, rank);
    last = text;
  }
  return ranks;
}

/** Sorts rows by a field in either direction; equal rows keep their order. What it needs to know of a field it works out once. */
export function sorterOf(rows: readonly AppointmentRow[], locale: string): (sort: { readonly field: SortField; readonly direction: Sort['direction'] }) => AppointmentRow[] {
  const ascending = new Map<SortField, (one: AppointmentRow, other: AppointmentRow) => number>([['date', (one, other) => byMoment(one.moment, other.moment)]]);
  const compareBy = (field: SortField) => {
    let compare = ascending.get(field);
    if (!compare && field !== 'date') {
      const text = textOf[field];
      const ranks = ranksOf(rows.map(text), locale);
      const rankOf = new Map(rows.map((row) => [row, ranks.get(text(row)) ?? 0]));
      compare = (one, other) => (rankOf.get(one) ?? 0) - (rankOf.get(other) ?? 0);
      ascending.set(field, compare);
    }
    return compare ?? (() => 0);
  };
  return ({ field, direction }) => {
    const compare = compareBy(field);
    return rows.toSorted(direction === 'ASC' ? compare : (one, other) => compare(other, one));
  };
}

export const isSortField = (field: string): field is SortField => sortFields.some((one) => one === field);

/** The zones that times of these rows are told in, each with the names it goes by there; only days alone have none. */
export function zonesOf(rows: readonly AppointmentRow[]): { id: string; names: string[] }[] {
  const names = new Map<string, Set<string>>();
  for (const { moment, appointment } of rows) {
    if (moment.time === null) continue;
    const known = names.get(appointment.timeZoneId);
    if (known) known.add(appointment.timeZoneAbbreviation);
    else names.set(appointment.timeZoneId, new Set([appointment.timeZoneAbbreviation]));
  }
  return [...names].map(([id, known]) => ({ id, names: [...known].toSorted() }));
}
