import type { ReminderOffset } from '@portal/api';
import { recordTimings, reminderOffsets } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instantOf, wallAt } from './localTime.ts';
import type { News } from './newsPlan.ts';
import { type ChosenChannel, type Situation, keyOf, occasionsOf, plan } from './plan.ts';
import type { Visit } from './visitTimes.ts';

const hour = 3_600_000;
const day = 24 * hour;
const zone = 'America/New_York';
const zones = [zone, 'Europe/Lisbon', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Sao_Paulo', 'Pacific/Apia'];
const dayAt = (text: string): number => Date.parse(`${text}T00:00:00Z`);
/** The instant of a local time at the facility, such as `2026-11-18 09:30`. */
const at = (text: string, where = zone): number => instantOf(where, Date.parse(`${text.replace(' ', 'T')}:00Z`));
const shown = (moment: number, where = zone): string =>
  new Date(wallAt(where, moment)).toISOString().slice(0, 16).replace('T', ' ');

const byEmail: readonly ChosenChannel[] = [{ channel: 'Email', since: 0 }];
const situation = (more: Partial<Situation> = {}): Situation => ({
  zone,
  choices: { appointment: byEmail, followUp: byEmail, secureMessage: byEmail, questionnaire: byEmail, record: byEmail },
  timing: { appointment: { offset: '1Day', since: 0 }, followUp: { offset: '1Day', since: 0 } },
  visits: [],
  questionnaires: [],
  messages: [],
  requests: [],
  recordTiming: 'AtOnce',
  news: [],
  told: new Set(),
  ...more,
});
const withOffset = (offset: ReminderOffset, since = 0) => ({
  appointment: { offset, since },
  followUp: { offset, since },
});
const visit = (when: string, more: Partial<Visit> = {}): Visit => ({
  id: 1,
  kind: 'appointment',
  day: dayAt(when.slice(0, 10)),
  startsAt: when.length > 10 ? at(when) : null,
  zone,
  ...more,
});
const moments = (of: Situation): string[] => occasionsOf(of).map(({ from }) => shown(from));

describe('a reminder of a visit goes out at nine', () => {
  test.each<[ReminderOffset, string[]]>([
    ['Off', []],
    ['OnDay', ['2026-11-18 09:00']],
    ['1Day', ['2026-11-17 09:00']],
    ['2Days', ['2026-11-16 09:00']],
    ['3Days', ['2026-11-15 09:00']],
    ['1Week', ['2026-11-11 09:00']],
    ['2Weeks', ['2026-11-04 09:00']],
    ['3Weeks', ['2026-10-28 09:00']],
    ['4Weeks', ['2026-10-21 09:00']],
    ['WeeklyDigest', ['2026-11-16 09:00']],
    ['MonthlyDigest', ['2026-11-01 09:00']],
  ])('%s', (offset, expected) => {
    expect(moments(situation({ timing: withOffset(offset), visits: [visit('2026-11-18 14:00')] }))).toEqual(expected);
  });

  test('on both sides of a change of the clocks', () => {
    // The clocks go back in the night to November 1, 2026, and forward in the night to March 8.
    for (const [of, on] of [
      ['2026-11-02 10:00', '2026-11-01 09:00'],
      ['2026-11-03 10:00', '2026-11-02 09:00'],
      ['2026-03-09 10:00', '2026-03-08 09:00'],
      ['2026-03-08 10:00', '2026-03-07 09:00'],
    ] as const)
      expect(moments(situation({ visits: [visit(of)] }))).toEqual([on]);
  });

  test.each([
    ['2026-11-18 10:00', '2026-11-18 09:00'],
    ['2026-11-18 09:30', '2026-11-18 08:30'],
    ['2026-11-18 09:00', '2026-11-18 08:00'],
    ['2026-11-18 08:30', '2026-11-17 18:00'],
    ['2026-11-18 06:00', '2026-11-17 18:00'],
    ['2026-11-18', '2026-11-18 09:00'],
  ])('on its day, an hour before it at the latest and not at night: %s', (of, expected) => {
    expect(moments(situation({ timing: withOffset('OnDay'), visits: [visit(of)] }))).toEqual([expected]);
  });
});

describe('a digest', () => {
  test('is one for all visits of its time, and every visit is in one', () => {
    const visits = ['2026-11-16 08:30', '2026-11-16 11:00', '2026-11-20', '2026-11-23 08:00'].map((when, index) =>
      visit(when, { id: index + 1 }),
    );
    // A visit on Monday morning is in the digest of the week before, because its own week's digest would be too late.
    expect(moments(situation({ timing: withOffset('WeeklyDigest'), visits }))).toEqual([
      '2026-11-09 09:00',
      '2026-11-16 09:00',
    ]);
  });

  test('is late for two days at most', () => {
    const of = situation({ timing: withOffset('WeeklyDigest'), visits: [visit('2026-11-20 11:00')] });
    expect(plan(of, at('2026-11-18 20:00')).due).toHaveLength(1);
    expect(plan(of, at('2026-11-19 08:00')).due).toEqual([]);
  });
});

describe('what is not told', () => {
  const of = situation({ visits: [visit('2026-11-18 14:00')] });

  test('a visit that has begun, after days without a server', () => {
    expect(plan(of, at('2026-11-18 13:59')).due).toHaveLength(1);
    expect(plan(of, at('2026-11-18 14:00')).due).toEqual([]);
  });

  test('what came in before the channel was chosen, or long ago', () => {
    const messages = [{ id: 1, cameAt: at('2026-11-10 12:00') }];
    const since = (text: string) =>
      situation({ messages, choices: { ...of.choices, secureMessage: [{ channel: 'Email', since: at(text) }] } });
    expect(plan(since('2026-11-10 12:01'), at('2026-11-10 13:00')).due).toEqual([]);
    expect(plan(since('2026-11-10 11:59'), at('2026-11-10 13:00')).due).toHaveLength(1);
    expect(plan(since('2026-11-10 11:59'), at('2026-11-25 13:00')).due).toEqual([]);
  });

  test('a visit by another offset, where the old one told of it and the new one’s moment is over', () => {
    const visits = [visit('2026-11-18 14:00')];
    const told = new Set(occasionsOf(situation({ timing: withOffset('3Days'), visits })).map(keyOf));
    const now = at('2026-11-16 12:00');
    const later = (offset: ReminderOffset) => plan(situation({ timing: withOffset(offset, now), visits, told }), now);
    expect(later('1Week').due).toEqual([]);
    expect(shown(later('1Day').lookAt)).toBe('2026-11-17 09:00');
    // No notice was sent yet, so whoever chooses this now is notified now.
    expect(plan(situation({ timing: withOffset('1Week', now), visits }), now).due).toHaveLength(1);
  });
});

describe('a visit that was moved', () => {
  test('is told of once more, for its new time', () => {
    const told = new Set(occasionsOf(situation({ visits: [visit('2026-11-18 14:00')] })).map(keyOf));
    const moved = situation({ visits: [visit('2026-11-20 10:00')], told });
    expect(shown(plan(moved, at('2026-11-17 10:00')).lookAt)).toBe('2026-11-19 09:00');
    expect(plan(moved, at('2026-11-19 09:00')).due).toHaveLength(1);
  });
});

describe('a questionnaire', () => {
  const came = (when: string, due: string | null) =>
    situation({ questionnaires: [{ id: 1, cameAt: at(when), dueDay: due === null ? null : dayAt(due) }] });

  test('is told of when it comes in, three days before it is due and on the day', () => {
    expect(moments(came('2026-11-02 11:00', '2026-11-20'))).toEqual([
      '2026-11-02 11:00',
      '2026-11-17 09:00',
      '2026-11-20 09:00',
    ]);
    expect(moments(came('2026-11-02 11:00', null))).toEqual(['2026-11-02 11:00']);
  });

  test('is not told of again within a day', () => {
    expect(moments(came('2026-11-19 12:00', '2026-11-20'))).toEqual(['2026-11-19 12:00']);
    expect(moments(came('2026-11-17 07:00', '2026-11-20'))).toEqual(['2026-11-17 08:00', '2026-11-20 09:00']);
  });
});

test('what comes in at night is told at eight', () => {
  const night = situation({
    messages: [
      { id: 1, cameAt: at('2026-11-10 23:30') },
      { id: 2, cameAt: at('2026-11-11 06:00') },
    ],
  });
  const asleep = plan(night, at('2026-11-11 06:00'));
  expect(asleep.due).toEqual([]);
  expect(shown(asleep.lookAt)).toBe('2026-11-11 08:00');
  expect(plan(night, asleep.lookAt).due).toHaveLength(2);
});

test('a late answer is told once the promised time is over, by day, and not where it was chosen later', () => {
  const late = situation({ requests: [{ id: 1, promisedBy: at('2026-11-10 22:00') }] });
  const before = plan(late, at('2026-11-10 12:00'));
  expect(before.due).toEqual([]);
  expect(shown(before.lookAt)).toBe('2026-11-11 08:00');
  expect(plan(late, before.lookAt).due).toMatchObject([{ kind: 'secureMessage', occasion: 'late', isAgain: true }]);
  const choices = { ...late.choices, secureMessage: [{ channel: 'Email', since: at('2026-11-10 23:00') }] as const };
  expect(occasionsOf({ ...late, choices })).toEqual([]);
});

describe('what is new in the record', () => {
  const news = (id: number, when: string, more: Partial<News> = {}): News => ({
    id,
    cameAt: at(when),
    isHeld: false,
    opensAt: null,
    ...more,
  });
  const ids = (things: readonly { readonly thingId: number }[]) => things.map(({ thingId }) => thingId);
  /** When the only notice of these news goes out, and what is in it. */
  const first = (of: Situation, from: string) => {
    const { lookAt, settled } = plan(of, at(from));
    const then = plan(of, lookAt);
    return { before: settled, at: shown(lookAt), due: ids(then.due), settled: then.settled.map(({ id }) => id) };
  };

  test('goes out ten minutes after it came, in one notice with all that came meanwhile', () => {
    const known = situation({ news: [news(1, '2026-11-18 10:00'), news(2, '2026-11-18 10:09')] });
    expect(first(known, '2026-11-18 10:09')).toEqual({
      before: [],
      at: '2026-11-18 10:10',
      due: [1, 2],
      settled: [1, 2],
    });
  });

  test('once a day goes out at nine, and by night waits for eight', () => {
    const daily = { recordTiming: 'Daily' } as const;
    const at9 = situation({ ...daily, news: [news(1, '2026-11-17 09:01'), news(2, '2026-11-18 09:00')] });
    expect(first(at9, '2026-11-18 08:59')).toMatchObject({ at: '2026-11-18 09:00', due: [1, 2] });
    expect(first(situation({ ...daily, news: [news(1, '2026-11-17 09:01')] }), '2026-11-17 09:01')).toMatchObject({
      at: '2026-11-18 09:00',
    });
    const byNight = situation({ news: [news(1, '2026-11-17 20:55'), news(2, '2026-11-18 03:00')] });
    expect(first(byNight, '2026-11-18 03:00')).toMatchObject({ before: [], at: '2026-11-18 08:00', due: [1, 2] });
  });

  test('that is held is not told, and is looked at when its hold ends', () => {
    const held = { isHeld: true, opensAt: at('2026-11-20 10:00') };
    const known = situation({ news: [news(1, '2026-11-18 10:00', held), news(2, '2026-11-18 10:00')] });
    expect(plan(known, at('2026-11-18 12:00'))).toMatchObject({
      due: [{ thingId: 2 }],
      settled: [{ id: 2 }],
      lookAt: at('2026-11-20 10:00'),
    });
  });

  test.each<[string, Partial<Situation>]>([
    ['the kind is off', { recordTiming: 'Off' }],
    ['no channel is chosen', { choices: { ...situation().choices, record: [] } }],
    [
      'it came before the channel was chosen',
      { choices: { ...situation().choices, record: [{ channel: 'Sms', since: at('2026-11-18 11:00') }] } },
    ],
    ['it is two weeks old', { news: [news(1, '2026-11-03 10:00')] }],
  ])('is forgotten, not told, where %s', (_, more) => {
    const known = situation({ news: [news(1, '2026-11-18 10:00')], ...more });
    expect(plan(known, at('2026-11-18 12:00'))).toMatchObject({ due: [], settled: [{ id: 1 }] });
  });

  test('is told by each channel, and a change has a key of its own', () => {
    const record: readonly ChosenChannel[] = (['Email', 'Sms', 'Push'] as const).map((channel) => ({
      channel,
      since: 0,
    }));
    const known = (when: string) => situation({ choices: { ...situation().choices, record }, news: [news(1, when)] });
    const keys = (when: string) => plan(known(when), at('2026-11-18 12:00')).due.map(keyOf);
    expect(keys('2026-11-18 10:00')).toHaveLength(3);
    expect(new Set([...keys('2026-11-18 10:00'), ...keys('2026-11-18 10:01')]).size).toBe(6);
  });
});

describe('whatever is known of somebody, wherever', () => {
  const start = dayAt('2026-02-20');
  const anInstant = fc.integer({ min: start, max: start + 300 * day });
  const aChoice = fc
    .uniqueArray(fc.constantFrom('Email', 'Sms', 'Push'), { maxLength: 3 })
    .map((channels) =>
      channels.map((channel): ChosenChannel => ({ channel: channel as ChosenChannel['channel'], since: 0 })),
    );
  const aSituation: fc.Arbitrary<Situation> = fc.record({
    zone: fc.constantFrom(...zones),
    choices: fc.record({
      appointment: aChoice,
      followUp: aChoice,
      secureMessage: aChoice,
      questionnaire: aChoice,
      record: aChoice,
    }),
    timing: fc.record({
      appointment: fc.record({ offset: fc.constantFrom(...reminderOffsets), since: fc.constant(0) }),
      followUp: fc.record({ offset: fc.constantFrom(...reminderOffsets), since: fc.constant(0) }),
    }),
    visits: fc.array(
      fc
        .record({
          kind: fc.constantFrom('appointment' as const, 'followUp' as const),
          at: anInstant,
          hasTime: fc.boolean(),
          zone: fc.constantFrom(...zones),
        })
        .map(({ kind, at: startsAt, hasTime, zone: where }) => ({
          kind,
          id: startsAt,
          zone: where,
          startsAt: hasTime ? startsAt : null,
          day: Math.floor(wallAt(where, startsAt) / day) * day,
        })),
      { maxLength: 6 },
    ),
    questionnaires: fc.array(
      fc.record({ cameAt: anInstant, dueIn: fc.option(fc.integer({ min: 0, max: 40 })) }).map(({ cameAt, dueIn }) => ({
        id: cameAt,
        cameAt,
        dueDay: dueIn === null ? null : (Math.floor(cameAt / day) + dueIn) * day,
      })),
      { maxLength: 4 },
    ),
    messages: fc.array(
      anInstant.map((cameAt) => ({ id: cameAt, cameAt })),
      { maxLength: 4 },
    ),
    requests: fc.array(
      anInstant.map((promisedBy) => ({ id: -promisedBy, promisedBy })),
      { maxLength: 4 },
    ),
    recordTiming: fc.constantFrom(...recordTimings),
    news: fc.constant([]),
    told: fc.constant(new Set<string>()),
  });

  test('each thing is told once, by day, not before its time and not when it is over', () => {
    fc.assert(
      fc.property(aSituation, (known) => {
        const told = new Map<string, number>();
        const due = occasionsOf(known);
        let now = start - 60 * day;
        // What comes in later is not known before, so each step has its own situation.
        const until = start + 420 * day;
        for (let steps = 0; now < until; steps += 1) {
          expect(steps).toBeLessThan(500);
          const turn = plan({ ...known, told: new Set(told.keys()) }, now);
          for (const one of turn.due) {
            const key = keyOf(one);
            expect(told.has(key)).toBe(false);
            const local = wallAt(known.zone, now) % day;
            expect(local).toBeGreaterThanOrEqual(8 * hour);
            expect(local).toBeLessThan(21 * hour);
            expect(now).toBeGreaterThanOrEqual(one.from);
            expect(now).toBeLessThan(one.until);
            told.set(key, now);
          }
          expect(turn.lookAt).toBeGreaterThan(now);
          now = turn.lookAt;
        }
        // With regular turns, everything that can be sent outside of the quiet hours is sent, at exactly its time.
        for (const one of due) {
          const isTellable = one.from < one.until;
          expect(told.get(keyOf(one))).toBe(isTellable ? one.from : undefined);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('every visit at one’s own facility is told of by each channel, unless it is off', () => {
    fc.assert(
      fc.property(aSituation, (known) => {
        for (const { id, kind } of known.visits) {
          const one = { id, kind, zone: known.zone, startsAt: id, day: Math.floor(wallAt(known.zone, id) / day) * day };
          const { offset } = known.timing[one.kind];
          const found = occasionsOf({ ...known, visits: [one], questionnaires: [], messages: [], requests: [] });
          const expected = offset === 'Off' ? 0 : known.choices[one.kind].length;
          expect(found.filter(({ from, until }) => from < until)).toHaveLength(expected);
        }
      }),
      { numRuns: 150 },
    );
  });
});
