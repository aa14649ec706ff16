import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { RecordDate, recordDateText, recordDay } from './recordDate.ts';

const date = (text: string): RecordDate => v.parse(RecordDate, text);
/** From the far west to the far east, with half hours, and with clocks that change. */
const zones = [
  'Etc/GMT+12',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/New_York',
  'UTC',
  'Europe/London',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Etc/GMT-14',
];
const locales = ['en-US', 'en-CA', 'en-GB', 'es-MX', 'fr-CA', 'pt-BR', 'zh-CN'];
const instants = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });

describe('when something of the record was', () => {
  test('a day, a month and a year are shifted by no time zone', () => {
    for (const zone of zones) {
      expect(recordDateText('en-US', date('2026-11-12'), zone)).toBe('Nov 12, 2026');
      expect(recordDateText('en-US', date('2026-11'), zone)).toBe('Nov 2026');
      expect(recordDateText('en-US', date('2026'), zone)).toBe('2026');
      expect(recordDay(date('2026-11-12'), zone)).toBe('2026-11-12');
    }
  });

  test('an instant is told on the clock of the facility, also where clocks change', () => {
    const at = (text: string, zone = 'America/New_York') => recordDateText('en-US', date(text), zone);
    expect(at('2026-11-12T13:05:00Z')).toBe('Nov 12, 2026, 8:05 AM EST');
    expect(at('2026-07-12T13:05:00Z')).toBe('Jul 12, 2026, 9:05 AM EDT');
    // The hour that comes twice is told apart.
    expect(at('2026-11-01T05:30:00Z')).toBe('Nov 1, 2026, 1:30 AM EDT');
    expect(at('2026-11-01T06:30:00Z')).toBe('Nov 1, 2026, 1:30 AM EST');
    expect(at('2026-11-12T23:30:00Z', 'Etc/GMT-14')).toBe('Nov 13, 2026, 1:30 PM GMT+14');
    expect(at('2026-11-12T02:30:00Z', 'Etc/GMT+12')).toBe('Nov 11, 2026, 2:30 PM GMT-12');
  });

  test('a time of exactly 12:00:00 is hidden (section 9)', () => {
    expect(recordDateText('en-US', date('2026-11-12T17:00:00Z'), 'America/New_York')).toBe('Nov 12, 2026');
    expect(recordDateText('en-US', date('2026-11-12T17:00:01Z'), 'America/New_York')).toContain('12:00 PM');
  });

  test('the day of a text and the day for sorting are the same in every zone', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        const one = date(instant.toISOString());
        const day = recordDay(one, zone);
        expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
        expect(recordDateText('en-US', one, zone, 'day')).toBe(recordDateText('en-US', date(day), 'UTC', 'day'));
      }),
    );
  });

  test('is told in every language, with ordinary spaces', () => {
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), fc.constantFrom(...locales), (instant, zone, locale) => {
        const text = recordDateText(locale, date(instant.toISOString()), zone);
        expect(text).not.toMatch(/\u202f/);
        expect(text).toContain(
          recordDateText(locale, date(recordDay(date(instant.toISOString()), zone)), 'UTC').slice(0, 4),
        );
      }),
    );
  });
});
