import {
  abbreviationAt,
  type Change,
  changesBetween,
  dayMs,
  isoDay,
  type Moment,
  type Zone,
} from '../../records/zone.ts';

/** The content of a calendar entry. It must not tell of an illness, because others may see the calendar. */
export interface CalendarEvent {
  /** The same for the same appointment, so that adding it again changes the entry and does not duplicate it. */
  readonly uid: string;
  readonly moment: Moment;
  /** null: not known; then the event has only a beginning. */
  readonly minutes: number | null;
  readonly title: string;
  readonly note: string;
  /** The address only; null where there is none. */
  readonly place: string | null;
  readonly madeAt: number;
}

const digits = (value: number, size: number): string => String(value).padStart(size, '0');

/** Milliseconds on a wall clock as `20261124T080000`. */
const wall = (local: number): string => new Date(local).toISOString().slice(0, 19).replace(/[-:]/g, '');

function offset(ms: number): string {
  const seconds = Math.abs(ms) / 1000;
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${ms < 0 ? '-' : '+'}${digits(hours, 2)}${digits(minutes, 2)}${rest === 0 ? '' : digits(rest, 2)}`;
}

const escaped = (text: string): string => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|[\r\n]/g, '\\n');

/** How many octets a character takes in UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
}

/** Folds lines at 75 octets with a following space (RFC 5545, section 3.1), and never within a character. */
export function folded(line: string): string {
  // No character has more than three octets for each of its UTF-16 units.
  if (line.length <= 25) return line;
  let text = '';
  let size = 0;
  for (const character of line) {
    const more = octetsOf(character);
    if (size + more > 75) {
      text += '\r\n ';
      size = 1;
    }
    text += character;
    size += more;
  }
  return text;
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** A yearly change of the clock: the second Sunday of a month, or the last. null where the given changes follow no such rule. */
function yearlyRule(onsets: readonly number[]): string | null {
  const facts = onsets.map((local) => {
    const date = new Date(local);
    const monthDays = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      weekday: weekdays[date.getUTCDay()],
      nth: Math.ceil(date.getUTCDate() / 7),
      isLast: date.getUTCDate() + 7 > monthDays,
      time: local % dayMs,
    };
  });
  const [first] = facts;
  if (!first || facts.length < 3) return null;
  const isYearly = facts.every(
    (fact, index) =>
      fact.year === first.year + index &&
      fact.month === first.month &&
      fact.weekday === first.weekday &&
      fact.time === first.time,
  );
  if (!isYearly) return null;
  const rule = (nth: number) => `FREQ=YEARLY;BYMONTH=${first.month};BYDAY=${nth}${first.weekday ?? ''}`;
  if (facts.every(({ isLast }) => isLast)) return rule(-1);
  return facts.every(({ nth }) => nth === first.nth) ? rule(first.nth) : null;
}

function observance(
  kind: 'STANDARD' | 'DAYLIGHT',
  { at, from, to }: Change,
  name: string,
  rule: string | null,
): string[] {
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall(at + from)}`,
    `TZOFFSETFROM:${offset(from)}`,
    `TZOFFSETTO:${offset(to)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `TZNAME:${name}`,
    `END:${kind}`,
  ];
}

const knownZoneLines = new Map<string, readonly string[]>();

/**
 * The clock of the place around an instant, in the file itself, so that a calendar that does not know the zone shows the right time.
 * Computed once for a year: a list has many files, and each would take milliseconds.
 */
function zoneLines(zone: Zone, around: number): readonly string[] {
  const year = new Date(around).getUTCFullYear();
  const key = `${zone.id} ${year}`;
  let lines = knownZoneLines.get(key);
  if (!lines) knownZoneLines.set(key, (lines = zoneLinesOf(zone, year)));
  return lines;
}

function zoneLinesOf(zone: Zone, year: number): string[] {
  const nameAt = (at: number) => abbreviationAt({ zone, at });
  const first = Date.UTC(year - 2, 0, 1);
  const last = Date.UTC(year + 3, 0, 1);
  const changes = changesBetween(zone, first, last);
  const begins = zone.offsetAt(first);
  const least = Math.min(begins, ...changes.map(({ to }) => to));
  const kindOf = (to: number) => (to > least ? 'DAYLIGHT' : 'STANDARD');
  const lines = [`BEGIN:VTIMEZONE`, `TZID:${zone.id}`];
  const ups = changes.filter(({ from, to }) => to > from);
  const downs = changes.filter(({ from, to }) => to < from);
  const rules = [ups, downs].map((some) => yearlyRule(some.map(({ at, from }) => at + from)));
  const isRegular =
    changes.length > 0 &&
    rules.every((rule) => rule !== null) &&
    new Set(changes.map(({ from, to }) => Math.abs(to - from))).size === 1;
  if (isRegular) {
    for (const [index, some] of [ups, downs].entries()) {
      const [change] = some;
      if (change) lines.push(...observance(kindOf(change.to), change, nameAt(change.at), rules[index] ?? null));
    }
  } else {
    // The offset at first, then each change.
    lines.push(
      ...observance(
        kindOf(begins),
        { at: changes.length === 0 ? -begins : first, from: begins, to: begins },
        nameAt(first),
        null,
      ),
    );
    for (const change of changes) lines.push(...observance(kindOf(change.to), change, nameAt(change.at), null));
  }
  return [...lines, 'END:VTIMEZONE'];
}

function timeLines({ zone, day: dayNumber, time, at }: Moment, minutes: number | null): string[] {
  if (time === null)
    return [
      `DTSTART;VALUE=DATE:${isoDay(dayNumber).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${isoDay(dayNumber + 1).replaceAll('-', '')}`,
    ];
  const local = (instant: number) => `TZID=${zone.id}:${wall(instant + zone.offsetAt(instant))}`;
  return [`DTSTART;${local(at)}`, ...(minutes === null ? [] : [`DTEND;${local(at + minutes * 60_000)}`])];
}

/** An iCalendar file (RFC 5545) with one event. */
export function calendarFile({ uid, moment, minutes, title, note, place, madeAt }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Vestibule//Patient portal//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(moment.time === null ? [] : zoneLines(moment.zone, moment.at)),
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${wall(madeAt)}Z`,
    ...timeLines(moment, minutes),
    `SUMMARY:${escaped(title)}`,
    ...(place === null ? [] : [`LOCATION:${escaped(place)}`]),
    `DESCRIPTION:${escaped(note)}`,
    'CLASS:PRIVATE',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/**
 * The file as a `data:` link. An iPhone opens it in its calendar, in the browser and in the installed app, where it refuses a file from
 * memory; all others save it under the link's file name.
 */
export const calendarHref = (file: string): string => `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`;
/** A neutral name, because others may see the folder of downloads. */
export const calendarFileName = 'appointment.ics';
