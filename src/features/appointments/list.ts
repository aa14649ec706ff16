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

/** The place of each row among all by a field, equal ones sharing theirs: numbers from 0. */
interface Places {
  readonly of: Uint32Array;
  readonly count: number;
}

/** Numbers values that are in order already, those that are the same alike. */
function numbered<Value>(ordered: readonly Value[], isSame: (one: Value, other: Value) => boolean, give: (value: Value, place: number) => void): number {
  let place = -1;
  let last: Value | null = null;
  for (const value of ordered) {
    if (last === null || !isSame(last, value)) place += 1;
    give(value, place);
    last = value;
  }
  return place + 1;
}

/**
 * By a text, in the order of a language, whatever its capitals, nothing first. A long list has few different texts: only those are
 * compared by the rules of the language, which take their time.
 */
function placesByText(texts: readonly string[], locale: string): Places {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const isEmpty = (text: string) => text.trim() === '';
  const different = [...new Set(texts)].toSorted((one, other) => Number(isEmpty(other)) - Number(isEmpty(one)) || compare(one, other));
  const places = new Map<string, number>();
  const count = numbered(different, (one, other) => (isEmpty(one) ? isEmpty(other) : compare(one, other) === 0), (text, place) => places.set(text, place));
  return { of: Uint32Array.from(texts, (text) => places.get(text) ?? 0), count };
}

function placesByMoment(rows: readonly AppointmentRow[]): Places {
  const of = new Uint32Array(rows.length);
  const ordered = rows.map((row, index) => ({ moment: row.moment, index })).toSorted((one, other) => byMoment(one.moment, other.moment));
  const count = numbered(ordered, (one, other) => byMoment(one.moment, other.moment) === 0, ({ index }, place) => {
    of[index] = place;
  });
  return { of, count };
}

/** Puts each row where its place begins, in one pass. */
function inPlaces(rows: readonly AppointmentRow[], { of, count }: Places, direction: Sort['direction']): AppointmentRow[] {
  const placeOf = (index: number) => (direction === 'ASC' ? (of[index] ?? 0) : count - 1 - (of[index] ?? 0));
  const next = new Uint32Array(count + 1);
  for (let index = 0; index < rows.length; index += 1) {
    const after = placeOf(index) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let place = 1; place <= count; place += 1) next[place] = (next[place] ?? 0) + (next[place - 1] ?? 0);
  const order = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const place = placeOf(index);
    const at = next[place] ?? 0;
    order[at] = index;
    next[place] = at + 1;
  }
  const sorted: AppointmentRow[] = [];
  for (const index of order) {
    const row = rows[index];
    if (row) sorted.push(row);
  }
  return sorted;
}

/** Sorts rows by a field in either direction; equal rows keep their order. */
export interface Sorter {
  (sort: { readonly field: SortField; readonly direction: Sort['direction'] }): AppointmentRow[];
  /** Works out ahead what it needs to know of a field, so that a press on a header only has to put the rows in their places. */
  readonly learn: (field: SortField) => void;
}

/** What it needs to know of a field it works out once. */
export function sorterOf(rows: readonly AppointmentRow[], locale: string): Sorter {
  const known = new Map<SortField, Places>();
  const placesBy = (field: SortField): Places => {
    let places = known.get(field);
    if (!places) known.set(field, (places = field === 'date' ? placesByMoment(rows) : placesByText(rows.map(textOf[field]), locale)));
    return places;
  };
  return Object.assign(({ field, direction }: Parameters<Sorter>[0]) => inPlaces(rows, placesBy(field), direction), { learn: placesBy });
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
