import { type CalendarDate, type DayOrInstant, zoneAbbreviation } from '@portal/api';
import { facility } from '../data/facility.ts';
import { intlOf } from '../words/index.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** The time zone of a place. All numbers are milliseconds; days are counted from 1970-01-01. */
export interface Zone {
  /** IANA name. */
  readonly id: string;
  /** Milliseconds east of UTC at an instant. */
  readonly offsetAt: (instant: number) => number;
}

const zones = new Map<string, Zone>();
/** Milliseconds. Two changes of the clock in one place are always further apart than this. */
const stretch = 16 * dayMs;

/** The offset in milliseconds from the platform's text, such as `GMT-05:00`; a plain `GMT` is 0. */
function offsetIn(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d+):?(\d+)?:?(\d+)?$/.exec(text) ?? [];
  const size = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds) * 1000;
  return sign === '-' ? -size : size;
}

function makeZone(id: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longOffset' });
  const asked = (instant: number) => offsetIn(format.format(instant));
  const kept = new Map<number, number>();
  const atEdge = (edge: number) => {
    let offset = kept.get(edge);
    if (offset === undefined) kept.set(edge, (offset = asked(edge * stretch)));
    return offset;
  };
  return {
    id,
    // A call to the platform takes microseconds, and a long list needs thousands of offsets. One call is enough for a stretch of time
    // without a change of the clock.
    offsetAt: (instant) => {
      const edge = Math.floor(instant / stretch);
      const before = atEdge(edge);
      return before === atEdge(edge + 1) ? before : asked(instant);
    },
  };
}

/** The zone of an IANA name, or the facility's without a name; UTC when this device does not know the name. */
export function zoneOf(given: string | undefined): Zone {
  const id = given ?? facility()?.timeZoneId ?? 'UTC';
  let zone = zones.get(id);
  if (!zone) {
    try {
      zone = makeZone(id);
    } catch {
      zone = makeZone('UTC');
    }
    zones.set(id, zone);
  }
  return zone;
}

/** The instant at which a day begins at a place; where the clock skips midnight, the first moment after it. */
export function startOfDay(zone: Zone, dayNumber: number): number {
  const asUtc = dayNumber * dayMs;
  const early = asUtc - zone.offsetAt(asUtc - zone.offsetAt(asUtc));
  const late = asUtc - zone.offsetAt(early);
  const starts = Math.min(early, late);
  return Math.floor((starts + zone.offsetAt(starts)) / dayMs) === dayNumber ? starts : Math.max(early, late);
}

/** The day at a place at an instant. */
export const dayAt = (zone: Zone, instant: number): number => Math.floor((instant + zone.offsetAt(instant)) / dayMs);

/** A date and time on the clock of its place. */
export interface Moment {
  readonly zone: Zone;
  readonly day: number;
  /** Milliseconds since midnight; null when there is no time of day. */
  readonly time: number | null;
  /** The instant, or the beginning of the day. */
  readonly at: number;
}

/** The interfaces write exactly 12:00:00 when they know no time (specification 2, section 9). */
const noTime = 12 * hourMs;

/**
 * A day is never shifted; an instant becomes the time at the place. An instant that was written with another offset, and falls on another
 * day there than at the place, keeps its written day, without a time. `knowsTime`: a time of noon means noon.
 */
export function momentOf(value: DayOrInstant, zone: Zone, knowsTime = false): Moment {
  const instant = Date.parse(value);
  if (value.length === 10) {
    const dayNumber = Math.round(instant / dayMs);
    return { zone, day: dayNumber, time: null, at: startOfDay(zone, dayNumber) };
  }
  const local = instant + zone.offsetAt(instant);
  const dayNumber = Math.floor(local / dayMs);
  const time = local - dayNumber * dayMs;
  const writtenOn = value.endsWith('Z') ? dayNumber : Math.round(Date.parse(value.slice(0, 10)) / dayMs);
  if (writtenOn !== dayNumber) return { zone, day: writtenOn, time: null, at: instant };
  return time === noTime && !knowsTime
    ? { zone, day: dayNumber, time: null, at: startOfDay(zone, dayNumber) }
    : { zone, day: dayNumber, time, at: instant };
}

/** The same for a day and a time, `16:30`, on the clock of the place. */
export function clockMoment(date: CalendarDate, clock: string, zone: Zone): Moment {
  const dayNumber = Math.round(Date.parse(date) / dayMs);
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  const time = hours * hourMs + minutes * 60_000;
  const asUtc = dayNumber * dayMs + time;
  return { zone, day: dayNumber, time, at: asUtc - zone.offsetAt(asUtc) };
}

/** The assumed duration in minutes when none is known. */
const usualMinutes = 60;

/** Whether it is not over: with a time, until its end; without one, until the end of its day on the clock of the place. */
export const isUpcoming = ({ zone, day: dayNumber, time, at }: Moment, minutes: number | null, now: number): boolean =>
  time === null ? dayNumber >= dayAt(zone, now) : at + (minutes ?? usualMinutes) * 60_000 > now;

/** The instant at which it is over, by the same rule as `isUpcoming`. */
export const endOf = ({ zone, day: dayNumber, time, at }: Moment, minutes: number | null): number =>
  time === null ? startOfDay(zone, dayNumber + 1) : at + (minutes ?? usualMinutes) * 60_000;

/** How many days ahead, for the labels (today), (tomorrow), (in N days): 0 to 7, else null (specification 2, section 2). */
export function daysAhead({ zone, day: dayNumber }: Moment, now: number): number | null {
  const ahead = dayNumber - dayAt(zone, now);
  return ahead >= 0 && ahead <= 7 ? ahead : null;
}

/** Earlier first; within a day, those without a time first. */
export const byMoment = (one: Moment, other: Moment): number =>
  one.at - other.at || Number(one.time !== null) - Number(other.time !== null);

/** A day as `YYYY-MM-DD`. */
export const isoDay = (dayNumber: number): string => new Date(dayNumber * dayMs).toISOString().slice(0, 10);

const written = (locale: string, options: Intl.DateTimeFormatOptions, local: number): string =>
  intlOf(locale).formatDate(local, { ...options, timeZone: 'UTC' });

/** The day in the reader's format: `Dec 9, 2026`. */
export const writtenDay = (locale: string, { day: dayNumber }: Pick<Moment, 'day'>): string =>
  written(locale, { year: 'numeric', month: 'short', day: 'numeric' }, dayNumber * dayMs);

/** A calendar date in the reader's format. */
export const writtenDate = (locale: string, date: CalendarDate): string =>
  writtenDay(locale, { day: Math.round(Date.parse(date) / dayMs) });

/** The time on the clock of the place, `2:15 PM`; null where there is none. */
export const writtenTime = (locale: string, { day: dayNumber, time }: Moment): string | null =>
  time === null ? null : written(locale, { hour: 'numeric', minute: '2-digit' }, dayNumber * dayMs + time);

/** A moment in a list: today only the time, this year without the year (specification 3, section 9). */
export function listMoment(locale: string, moment: Moment, today: number): string {
  const time = moment.day === today ? writtenTime(locale, moment) : null;
  if (time !== null) return time;
  return isoDay(moment.day).slice(0, 4) === isoDay(today).slice(0, 4)
    ? written(locale, { month: 'short', day: 'numeric' }, moment.day * dayMs)
    : writtenDay(locale, moment);
}

/** The general name of the zone in the reader's language, without summer or winter time: `Eastern Time`. */
export function zoneName(locale: string, zone: Zone): string {
  const parts = intlOf(locale).formatDateToParts(0, { timeZone: zone.id, timeZoneName: 'longGeneric' });
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone.id;
}

/** The abbreviation of a zone at a time: `EST` in winter, `EDT` in summer. */
export const abbreviationAt = ({ zone, at }: Pick<Moment, 'zone' | 'at'>): string => zoneAbbreviation(zone.id, at);

/** A change of a place's clock. */
export interface Change {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Every change of the clock between two instants, in order. */
export function changesBetween(zone: Zone, first: number, last: number): Change[] {
  const found: Change[] = [];
  for (let start = first; start < last; start += stretch) {
    const end = Math.min(start + stretch, last);
    const [from, to] = [zone.offsetAt(start), zone.offsetAt(end)];
    if (from === to) continue;
    let [before, after] = [start, end];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (zone.offsetAt(middle) === from) before = middle;
      else after = middle;
    }
    found.push({ at: after, from, to });
  }
  return found;
}
