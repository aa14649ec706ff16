import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallError } from './errors.ts';
import { createPresence } from './presence.ts';

/** A clock that runs only when told to, and a list of what was reported. */
function world(fails = false) {
  let now = 0;
  let timers: { at: number; run: () => void }[] = [];
  const told: number[] = [];
  const presence = createPresence({
    now: () => now,
    later: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    tell: async () => {
      told.push(now);
      if (fails) throw new CallError('reportPresence', { kind: 'offline' });
    },
  });
  const until = (time: number) => {
    for (const timer of timers.filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)) {
      timers = timers.filter((one) => one !== timer);
      now = timer.at;
      timer.run();
    }
    now = time;
  };
  return { presence, told, until };
}

test('every sign is told of, after it and within half a minute, never more often, and nothing is told without one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 120_000 }), { maxLength: 40 }), (pauses) => {
      const { presence, told, until } = world();
      let at = 0;
      const signs = pauses.map((pause) => {
        at += pause;
        until(at);
        presence.note();
        return at;
      });
      until(at + 3_600_000);
      for (const sign of signs) expect(told.some((time) => time >= sign && time <= sign + 30_000)).toBe(true);
      for (const time of told) expect(signs.some((sign) => sign <= time && time <= sign + 30_000)).toBe(true);
      told.slice(1).forEach((time, index) => expect(time - (told[index] ?? 0)).toBeGreaterThanOrEqual(30_000));
    }),
  );
});

test('what could not be told is not told again by itself; the next sign is, after five seconds at the earliest', async () => {
  const { presence, told, until } = world(true);
  presence.note();
  until(1_000);
  await Promise.resolve();
  await Promise.resolve();
  presence.note();
  until(5_999);
  expect(told).toEqual([1_000]);
  until(6_000);
  expect(told).toEqual([1_000, 6_000]);
  await Promise.resolve();
  await Promise.resolve();
  until(600_000);
  expect(told).toEqual([1_000, 6_000]);
  presence.note();
  until(601_000);
  expect(told).toEqual([1_000, 6_000, 601_000]);
});

test('nothing is told once it has stopped', () => {
  const { presence, told, until } = world();
  presence.note();
  presence.stop();
  until(60_000);
  expect(told).toEqual([]);
});
