import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byClockOf } from './xml.ts';
import { allByClockOf } from './xml.ts';

test('an instant reads as on the page, in zones from -12 to +14 and across a change of the clock; a date stays a date', () => {
  const zones = ['Etc/GMT+12', 'America/New_York', 'UTC', 'Europe/London', 'Australia/Lord_Howe', 'Etc/GMT-14'];
  const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, fc.constantFrom(...zones), (date, timeZone) => {
      const written = byClockOf(date.toISOString(), timeZone);
      expect(Date.parse(written)).toBe(date.getTime());
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      expect(written.slice(0, 19).replace('T', ' ')).toBe(clock.format(date));
    }),
  );
  const one = {
    When: ['2026-03-08T06:59:59Z', '2026-03-08T07:00:00Z'],
    Day: '2026-03-08',
    Note: 'at 2026-03-08T07:00:00Z',
    Count: 2,
  };
  expect(allByClockOf(one, 'America/New_York')).toEqual({
    ...one,
    When: ['2026-03-08T01:59:59-05:00', '2026-03-08T03:00:00-04:00'],
  });
});
