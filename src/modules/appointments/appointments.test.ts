import { Appointment } from '@portal/api';
import fc from 'fast-check';
import ICAL from 'ical.js';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { byFirstLine, byText, sorted } from '../../../tests/apps/plainSorting.ts';
import { hourMs, momentOf, zoneOf } from '../../records/zone.ts';
import { calendarFile, calendarHref, type CalendarEvent, folded } from './calendarFile.ts';
import { directionsHref } from './directions.ts';
import { type ChosenFilters, choicesOf, isFiltering, matching } from '../../records/table/filters.ts';
import { sorterOf as sorter } from '../../records/table/sorting.ts';
import {
  type AppointmentRow,
  canGoIntoCalendar,
  choiceFilters,
  dateFilters,
  dueBefore,
  type DateFilter,
  groupsIn,
  isToCome,
  lastChange,
  passesDate,
  rowsOf as rowsTold,
  sortKeys,
  timed,
  zonesOf,
} from './list.ts';
import { neutralPlace, shortPlace } from './neutralPlace.ts';
import { firstWords, plainLines } from './plainWords.ts';

const base = {
  id: 1,
  kind: 'ExternalAppointment',
  date: '2026-11-20T14:00:00Z',
  provider: 'Fernbrook, Ottoline',
  providerFirstName: 'Ottoline',
  providerLastName: 'Fernbrook',
  type: 'Check-up',
  subtype: null,
  location: 'Acorn House',
  place: null,
  status: 'Scheduled',
  isConfirmed: false,
  isCancelled: false,
  hasTimePart: false,
  instructions: [],
  durationMinutes: 30,
  timeZoneId: 'America/Toronto',
  timeZoneAbbreviation: 'EST',
  followUpLabel: null,
  linkedToOtherTypeCount: 0,
};
let made = 0;
const appointment = (more: Partial<Record<keyof Appointment, unknown>> = {}) =>
  v.parse(Appointment, { ...base, id: (made += 1), ...more });
const words = { t: (key: string) => key };
const rowsOf = (appointments: readonly Appointment[], at = now) => rowsTold(words, timed(appointments), at);
const sorterOf = (rows: readonly AppointmentRow[], locale: string) => sorter(rows, sortKeys, locale);
const choices = choiceFilters((key) => key);
const filters = {
  choices,
  option: {
    label: '',
    preference: '',
    options: [
      { value: 'All', label: '' },
      { value: 'Upcoming', label: '' },
      { value: 'Past', label: '' },
    ] as const,
    passes: passesDate,
  },
};
const noChoice: ChosenFilters = { provider: null, status: null, type: null };
const passing = (rows: readonly AppointmentRow[], option: DateFilter, chosen: ChosenFilters) =>
  matching(rows, filters, { option, chosen });
const now = Date.parse('2026-11-20T13:00:00Z');
const anyAppointment = fc
  .record({
    date: fc.oneof(
      fc.constantFrom('2026-11-19', '2026-11-20', '2026-11-21', '2028-02-29'),
      fc
        .date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
        .map((date) => date.toISOString()),
    ),
    provider: fc.constantFrom(
      '',
      'Fernbrook, Ottoline',
      'fernbrook, ottoline',
      'Thistledown, Bram',
      'Élan',
      'Room 10',
      'Room 9',
    ),
    type: fc.constantFrom('', 'Check-up', 'Blood draw'),
    status: fc.constantFrom('Confirmed', 'Scheduled', 'Cancelled'),
    location: fc.constantFrom('Acorn House', '<p>Acorn House<br>room 2</p>', 'Willow &amp; Wing', ''),
    isConfirmed: fc.boolean(),
  })
  .map(appointment);
const list = fc.array(anyAppointment, { maxLength: 30 });

describe('sorting on five fields, in both directions', () => {
  it('orders texts as a table does, and keeps equal rows where they are', () => {
    fc.assert(
      fc.property(list, fc.constantFrom('ASC', 'DESC'), (appointments, direction) => {
        const rows = rowsOf(appointments);
        const sort = sorterOf(rows, 'en-US');
        const as = {
          provider: byText(({ provider }) => provider, 'en-US'),
          type: byText(({ name }) => name, 'en-US'),
          status: byText(({ status }) => status, 'en-US'),
          location: byFirstLine(({ place }) => place, 'en-US'),
        } satisfies Record<string, (one: (typeof rows)[number], other: (typeof rows)[number]) => number>;
        for (const [field, compare] of Object.entries(as)) {
          expect(Object.keys(sortKeys)).toContain(field);
          expect(
            sort({ field, direction }).map(({ id }) => id),
            field,
          ).toEqual(sorted(rows, compare, direction).map(({ id }) => id));
        }
      }),
    );
  });

  it('by date goes forward and back in time, and loses nothing', () => {
    fc.assert(
      fc.property(list, (appointments) => {
        const rows = rowsOf(appointments);
        const sort = sorterOf(rows, 'en-US');
        const up = sort({ field: 'date', direction: 'ASC' }).map(({ moment }) => moment.at);
        expect(up).toEqual(rows.map(({ moment }) => moment.at).toSorted((one, other) => one - other));
        expect(sort({ field: 'date', direction: 'DESC' }).map(({ moment }) => moment.at)).toEqual(up.toReversed());
      }),
    );
  });

  it('reads no markup where it compares locations', () => {
    const rows = rowsOf([
      appointment({ location: '<p>Willow Wing<br>level 2</p>' }),
      appointment({ location: 'acorn House' }),
      appointment({ location: '<ul><li>Birch &amp; Co</li></ul>' }),
    ]);
    expect(sorterOf(rows, 'en-US')({ field: 'location', direction: 'ASC' }).map(({ place }) => place)).toEqual([
      'acorn House',
      'Birch & Co',
      'Willow Wing',
    ]);
  });
});

describe('filtering', () => {
  it('has each appointment in one of Upcoming and Past, and all in All', () => {
    fc.assert(
      fc.property(list, fc.integer({ min: Date.UTC(2019, 0, 1), max: Date.UTC(2031, 0, 1) }), (appointments, at) => {
        const rows = rowsOf(appointments, at);
        const [all, upcoming, past] = dateFilters.map((date) => passing(rows, date, noChoice));
        expect(all).toEqual(rows);
        expect([...(upcoming ?? []), ...(past ?? [])]).toEqual(rows);
        const [first, second] = groupsIn((key) => key);
        expect(upcoming).toEqual(rows.filter((row) => first?.has(row)));
        expect(past).toEqual(rows.filter((row) => second?.has(row)));
        const times = (some: readonly AppointmentRow[] = []) => some.map(({ moment }) => moment.at);
        expect(times(upcoming)).toEqual(times(upcoming).toSorted((one, other) => one - other));
        expect(times(past)).toEqual(times(past).toSorted((one, other) => other - one));
      }),
    );
  });

  it('narrows by all that is chosen at once', () => {
    fc.assert(
      fc.property(
        list,
        fc.constantFrom(...dateFilters),
        fc.record({
          provider: fc.constantFrom(null, 'Élan'),
          status: fc.constantFrom(null, 'Confirmed'),
          type: fc.constantFrom(null, 'Check-up'),
        }),
        (appointments, date, chosen) => {
          for (const row of rowsOf(appointments)) {
            const passes = (option: DateFilter, some: ChosenFilters) =>
              passing([row], option, { ...noChoice, ...some }).length === 1;
            expect(passes(date, chosen)).toBe(
              passes(date, {}) &&
                passes('All', { provider: chosen.provider }) &&
                passes('All', { status: chosen.status }) &&
                passes('All', { type: chosen.type }),
            );
          }
        },
      ),
    );
    expect(
      [
        { option: 'All', chosen: noChoice } as const,
        { option: 'Past', chosen: noChoice } as const,
        { option: 'All', chosen: { ...noChoice, type: 'Check-up' } } as const,
      ].map((state) => isFiltering(filters, state)),
    ).toEqual([false, true, true]);
  });

  it('offers each text once, in order, and no empty one', () => {
    const rows = rowsOf(['Room 10', '', 'Room 9', 'Élan', 'Room 10'].map((provider) => appointment({ provider })));
    expect(choicesOf(rows, ({ who }) => who, 'fr-CA')).toEqual(['Élan', 'Room 9', 'Room 10']);
  });

  it('tells a known state in the reader’s words, and any other in the facility’s', () => {
    const told = rowsOf([
      appointment({ kind: 'FollowUpAppointment', status: 'Missed' }),
      appointment({ kind: 'FollowUpAppointment', status: 'Other' }),
      appointment({ status: 'Waitlisted' }),
    ]);
    expect(told.toSorted((one, other) => one.id - other.id).map(({ status }) => status)).toEqual([
      'records.visitMissed',
      'Other',
      'Waitlisted',
    ]);
  });

  it('tells a follow-up without a type by its label', () => {
    expect(rowsOf([appointment({ type: ' ', followUpLabel: 'Six month visit' })])[0]?.type).toBe('Six month visit');
  });
});

describe('the state of an appointment', () => {
  const stateOf = (more: Parameters<typeof appointment>[0], at = now) => {
    const [row] = rowsOf([appointment(more)], at);
    if (!row) throw new Error('no row');
    return row;
  };
  it('a cancelled one is neither to come nor to be put into a calendar, and says so in words', () => {
    const day = '2026-11-27T14:00:00Z';
    for (const status of ['Cancelled by facility', 'Rescheduled', '']) {
      const row = stateOf({ date: day, status, isCancelled: true, isConfirmed: true });
      expect(isToCome(row), status).toBe(false);
      expect(canGoIntoCalendar(row), status).toBe(false);
      expect(row.status, status).toMatch(/cancelled/i);
    }
  });
  it('a follow-up that was cancelled is not overdue; one that nobody booked is, once its day is over', () => {
    const followUp = { kind: 'FollowUpAppointment', date: '2026-11-10', status: 'Recommended' };
    expect(stateOf(followUp)).toMatchObject({ state: 'overdue', status: 'records.visitOverdue' });
    expect(stateOf({ ...followUp, date: '2026-11-20' })).toMatchObject({ state: 'upcoming' });
    expect(stateOf({ ...followUp, status: 'Cancelled', isCancelled: true })).toMatchObject({
      state: 'cancelled',
      status: 'records.visitCancelled',
    });
  });
  it('is worked out anew when one ends, and not before', () => {
    const list = timed([
      appointment({ date: '2026-11-20T12:45:00Z', durationMinutes: 30 }),
      appointment({ date: '2026-11-20' }),
    ]);
    const end = Date.parse('2026-11-20T13:15:00Z');
    expect(lastChange(list, end - 1)).toBe(0);
    expect(lastChange(list, end)).toBe(end);
    expect(lastChange(list, end + 60_000)).toBe(end);
    fc.assert(
      fc.property(
        fc.array(anyAppointment, { maxLength: 10 }),
        fc.integer({ min: Date.UTC(2019, 0, 1), max: Date.UTC(2031, 0, 1) }),
        (some, at) => {
          const of = timed(some);
          const states = (when: number) => rowsTold(words, of, when).map(({ id, state }) => [id, state]);
          expect(states(lastChange(of, at))).toEqual(states(at));
        },
      ),
    );
  });
  it('noon is a time where it is known to be one', () => {
    const noon = '2026-11-20T17:00:00Z';
    expect(stateOf({ date: noon }).moment.time).toBeNull();
    expect(stateOf({ date: noon, hasTimePart: true }).moment.time).toBe(12 * hourMs);
  });
  it('is called after the follow-up that it is for, and what it is to begin with stands whole beside it', () => {
    const row = stateOf({
      type: 'Survivorship visit',
      followUpLabel: 'Nine month visit',
      status: 'Confirmed: please arrive 20 minutes early with your lab form',
      instructions: ['Bring a list.'],
    });
    expect(row).toMatchObject({
      name: 'Nine month visit',
      otherType: 'Survivorship visit',
      status: 'records.visitConfirmed',
      instructions: ['Please arrive 20 minutes early with your lab form', 'Bring a list.'],
      who: 'Ottoline Fernbrook',
    });
  });
});

describe('the time zone line', () => {
  it('names each zone once with its names, and none where there are only days', () => {
    const rows = rowsOf([
      appointment({ timeZoneAbbreviation: 'EST' }),
      appointment({ timeZoneAbbreviation: 'EDT', date: '2026-07-20T14:00:00Z' }),
      appointment({ date: '2026-11-20', timeZoneId: 'Asia/Tokyo' }),
      appointment({ date: '2026-11-20T17:00:00Z', timeZoneAbbreviation: 'X' }),
    ]);
    expect(zonesOf(rows)).toEqual([{ id: 'America/Toronto', names: ['EDT', 'EST'] }]);
    expect(zonesOf([])).toEqual([]);
  });
});

describe('plain words of HTML', () => {
  it.each([
    ['Acorn House', ['Acorn House']],
    ['<p>Willow Wing, level 2<br>12 Willow Road</p>', ['Willow Wing, level 2', '12 Willow Road']],
    ['<ul><li>One</li><li>  Two\n\nThree </li></ul>', ['One', 'Two', 'Three']],
    ['Willow &amp; Wing &lt;b&gt; &#233;&#xe9;&nbsp;&unknown;', ['Willow & Wing <b> éé &unknown;']],
    ['&#x110000;&#xD800;', ['&#x110000;&#xD800;']],
    ['<br><br>', []],
    ['', []],
  ])('%s', (html, lines) => {
    expect(plainLines(html)).toEqual(lines);
    expect(firstWords(html)).toBe(lines[0] ?? '');
  });
});

describe('the place in a calendar', () => {
  it.each([
    [
      'Northlight Cancer Centre, 12 Willow Road, Puddleford, NY 10042',
      '12 Willow Road, Puddleford, NY 10042',
      '12 Willow Road, Puddleford',
    ],
    [
      'Fertility Suite, Floor 3, 5b Quayside Lane, Saltmere',
      '5b Quayside Lane, Saltmere',
      '5b Quayside Lane, Saltmere',
    ],
    ['12 Willow Road', '12 Willow Road', '12 Willow Road'],
    ['Clínica Oncológica, Calle Sauce 12, Puebla', 'Calle Sauce 12, Puebla', 'Calle Sauce 12, Puebla'],
    ['Breast Clinic, Puddleford', 'Puddleford', 'Puddleford'],
  ])('%s', (place, neutral, short) => {
    expect(neutralPlace(place)).toBe(neutral);
    expect(shortPlace(neutral)).toBe(short);
  });
  it('is left out where only a name is known', () => {
    expect([null, '', ' , ', 'Oncology Day Ward'].map(neutralPlace)).toEqual([null, null, null, null]);
  });
});

describe('the way there', () => {
  const place = 'Puddle Lane Lab, 3 Puddle Lane & more #4';
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'https://maps.apple.com/?daddr='],
    [
      'an iPad, which says it is a Mac',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
      'https://maps.apple.com/?daddr=',
    ],
    ['Android', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'geo:0,0?q='],
    ['anything else', 'Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/directions?to='],
  ])('opens on %s what it has for maps, and says the place alone', (_, userAgent, start) => {
    const href = directionsHref(place, userAgent);
    expect(href).toBe(start + encodeURIComponent(place));
    expect(() => new URL(href)).not.toThrow();
  });
});

const event = (more: Partial<CalendarEvent> & { text?: string; zone?: string } = {}): CalendarEvent => {
  const { text = '2026-11-24T13:00:00Z', zone = 'America/New_York', ...rest } = more;
  return {
    uid: 'appointment-7@portal.example',
    moment: momentOf(v.parse(Appointment.entries.date, text), zoneOf(zone)),
    minutes: 45,
    title: 'Appointment, 12 Willow Road, Puddleford',
    note: 'Log in to your portal for details.',
    place: '12 Willow Road, Puddleford, NY 10042',
    madeAt: now,
    ...rest,
  };
};
/** Reads the file with another project's parser, which knows of time zones only what the file says. */
function read(file: string): {
  calendar: ICAL.Component;
  event: ICAL.Event;
  zone: ICAL.Timezone | null;
  starts: number;
} {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const zoneParts = calendar.getFirstSubcomponent('vtimezone');
  const zone = zoneParts ? new ICAL.Timezone(zoneParts) : null;
  const found = calendar.getFirstSubcomponent('vevent');
  if (!found) throw new Error('no event');
  const parsed = new ICAL.Event(found);
  const start = parsed.startDate;
  if (zone) start.zone = zone;
  return { calendar, event: parsed, zone, starts: start.toJSDate().getTime() };
}

describe('the calendar file, read by another parser', () => {
  it('has one event with time, length, neutral title and address', () => {
    const { calendar, event: found, starts } = read(calendarFile(event()));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
    expect(starts).toBe(Date.parse('2026-11-24T13:00:00Z'));
    expect(found.startDate.toString()).toBe('2026-11-24T08:00:00');
    expect(found.endDate.toString()).toBe('2026-11-24T08:45:00');
    expect([found.uid, found.summary, found.location, found.description]).toEqual([
      'appointment-7@portal.example',
      'Appointment, 12 Willow Road, Puddleford',
      '12 Willow Road, Puddleford, NY 10042',
      'Log in to your portal for details.',
    ]);
    expect(found.component.getFirstPropertyValue('class')).toBe('PRIVATE');
  });

  it.each([
    ['the last minute before the clock goes forward', '2027-03-14T06:59:00Z', '2027-03-14T01:59:00'],
    ['the first after it has', '2027-03-14T07:00:00Z', '2027-03-14T03:00:00'],
    ['the day before the clock goes back', '2026-10-31T13:00:00Z', '2026-10-31T09:00:00'],
    ['the day after', '2026-11-02T14:00:00Z', '2026-11-02T09:00:00'],
    ['a leap day', '2028-02-29T14:00:00Z', '2028-02-29T09:00:00'],
    ['midnight', '2026-12-01T05:00:00Z', '2026-12-01T00:00:00'],
  ])('keeps its time: %s', (_, text, wall) => {
    const { starts, event: found } = read(calendarFile(event({ text })));
    expect(found.startDate.toString()).toBe(wall);
    expect(starts).toBe(Date.parse(text));
  });

  it('tells an appointment over a change of the clock its true length', () => {
    const { event: found } = read(calendarFile(event({ text: '2027-03-14T06:30:00Z', minutes: 60 })));
    expect([found.startDate.toString(), found.endDate.toString()]).toEqual([
      '2027-03-14T01:30:00',
      '2027-03-14T03:30:00',
    ]);
  });

  it('keeps its time in any zone, at any hour that comes once', () => {
    const zones = [
      'America/New_York',
      'America/Los_Angeles',
      'America/St_Johns',
      'Europe/London',
      'Europe/Dublin',
      'Asia/Tokyo',
      'Asia/Kathmandu',
      'Australia/Sydney',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'America/Sao_Paulo',
      'Africa/Casablanca',
      'Asia/Jerusalem',
      'UTC',
    ] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2031, 0, 1) }),
        (zone, at) => {
          const minute = Math.floor(at / 60_000) * 60_000;
          const { offsetAt } = zoneOf(zone);
          // In such a file, an hour that occurs twice is given by its wall clock only.
          fc.pre(
            [-1, 1].every((side) =>
              [0.5, 1].every((hours) => {
                const other = minute + side * hours * hourMs;
                return other + offsetAt(other) !== minute + offsetAt(minute);
              }),
            ),
          );
          const one = event({ text: new Date(minute).toISOString(), zone });
          fc.pre(one.moment.time !== null);
          expect(read(calendarFile(one)).starts).toBe(minute);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('names the yearly rule where there is one, and each change where there is none', () => {
    expect(calendarFile(event())).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU');
    expect(calendarFile(event({ zone: 'Europe/London' }))).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU');
    expect(calendarFile(event({ zone: 'Africa/Casablanca' }))).not.toContain('RRULE');
    expect(calendarFile(event({ zone: 'Asia/Tokyo' })).match(/BEGIN:STANDARD/g)).toHaveLength(1);
  });

  it('takes the whole day where there is no time, 12:00:00 as well', () => {
    for (const text of ['2028-02-29', '2028-02-29T17:00:00Z']) {
      const { event: found, zone } = read(calendarFile(event({ text })));
      expect([found.startDate.isDate, found.startDate.toString(), found.endDate.toString(), zone]).toEqual([
        true,
        '2028-02-29',
        '2028-03-01',
        null,
      ]);
    }
  });

  it('says no end that nobody knows', () => {
    expect(calendarFile(event({ minutes: null }))).not.toContain('DTEND');
  });

  it('carries any text, in lines of 75 octets at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        fc.pre(!/\p{Cc}/u.test(title));
        const file = calendarFile(event({ title }));
        for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
        expect(read(file).event.summary ?? '').toBe(title);
      }),
    );
    expect(folded('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`);
    expect(read(calendarFile(event({ note: 'One; two, three\\\nfour' }))).event.description).toBe(
      'One; two, three\\\nfour',
    );
  });

  it('goes into a link as it is', () => {
    const file = calendarFile(event());
    expect(decodeURIComponent(calendarHref(file).replace('data:text/calendar;charset=utf-8,', ''))).toBe(file);
  });
});

describe('what may go into a calendar', () => {
  it.each([
    ['confirmed and upcoming', true, '2026-11-21T14:00:00Z', true],
    ['confirmed and today, without a time', true, '2026-11-20', true],
    ['not confirmed', false, '2026-11-21T14:00:00Z', false],
    ['over', true, '2026-11-19T14:00:00Z', false],
  ])('%s', (_, isConfirmed, date, expected) => {
    expect(rowsOf([appointment({ isConfirmed, date })]).map((row) => canGoIntoCalendar(row))).toEqual([expected]);
  });
});

describe('what is due before a visit', () => {
  const rows = rowsOf([
    appointment({ id: 1, date: '2026-11-10T14:00:00Z' }),
    appointment({ id: 2, date: '2026-12-01T14:00:00Z' }),
    appointment({ id: 3, date: '2026-12-20T14:00:00Z' }),
    appointment({ id: 4, date: '2026-11-30T14:00:00Z', isCancelled: true }),
  ]);
  const days = ['2026-11-01', '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-20', '2026-12-21', null];
  const dueOf = (id: number) =>
    rows
      .filter((row) => row.id === id)
      .flatMap((row) =>
        dueBefore(
          days.map((day) => ({ day })),
          row,
          rows,
        ).map(({ day }) => day),
      );

  it('stands on the next visit after its day and on no other', () => {
    expect(dueOf(2)).toEqual(['2026-11-01', '2026-11-30', '2026-12-01']);
    expect(dueOf(3)).toEqual(['2026-12-02', '2026-12-20']);
  });

  it('stands on no visit that is over or will not take place', () => {
    expect([dueOf(1), dueOf(4)]).toEqual([[], []]);
  });
});
