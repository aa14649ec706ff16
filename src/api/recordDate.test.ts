import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { readSourceDate, RecordDate, recordDateText, recordDay, timeValueText } from './recordDate.ts';

const date = (text: string): RecordDate => v.parse(RecordDate, text);
/** Zones from the far west to the far east, with half hours, and with clocks that change. */
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
    // Languages without a short name for the zone use the one that people there use, after the time as pages write it elsewhere.
    const inLanguage = (locale: string) => recordDateText(locale, date('2026-11-12T13:05:00Z'), 'America/New_York');
    expect(['es-MX', 'fr-CA', 'pt-BR', 'zh-CN'].map(inLanguage)).toEqual([
      '12 nov 2026, 8:05 a.m. EST',
      '12 nov. 2026, 8 h 05 EST',
      '12 de nov. de 2026, 8:05 EST',
      '2026年11月12日 8:05 EST',
    ]);
    // The hour that occurs twice is distinguished.
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

  test('a time that is not shown is of the day that its source wrote, in every zone; where it is shown it is the instant', () => {
    const offset = fc
      .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 14 }), fc.constantFrom('00', '15', '30', '45'))
      .map(([sign, hours, minutes]) => `${sign}${String(hours).padStart(2, '0')}:${minutes}`);
    const clock = fc.constantFrom(
      '00:00',
      '00:00:00',
      '00:00:00.000',
      '23:59',
      '23:59:00',
      '23:59:59.999',
      '00:01:00',
      '07:30:00',
    );
    fc.assert(
      fc.property(instants, clock, offset, fc.constantFrom(...zones), (instant, time, place, zone) => {
        const day = instant.toISOString().slice(0, 10);
        const isUtc = /^[+-]00:00$/.test(place);
        fc.pre(!isUtc || !/^(00:01|07:30)/.test(time));
        const one = readSourceDate(`${day}T${time}${isUtc ? 'Z' : place}`);
        if (one === null) throw new Error('is read');
        expect(recordDay(one, zone)).toBe(day);
        expect(recordDateText('en-US', one, zone, 'day')).toBe(recordDateText('en-US', date(day), zone, 'day'));
        const seconds = time.length === 5 ? `${time}:00` : time;
        expect(Date.parse(one)).toBe(Date.parse(`${day}T${seconds}${place}`));
        const shown = recordDateText('en-US', one, zone);
        if (/\d:\d\d/.test(shown)) expect(shown).toBe(recordDateText('en-US', date(new Date(one).toISOString()), zone));
      }),
    );
  });

  test('a day that a source wrote is no other day where its time is told', () => {
    const at = (text: string) => recordDateText('en-US', readSourceDate(text) ?? expect.fail(), 'America/New_York');
    expect(at('2026-11-12T00:00:00Z')).toBe('Nov 12, 2026');
    expect(at('2026-11-12T22:30:00-08:00')).toBe('Nov 12, 2026');
    expect(at('2026-11-12T08:30:00-08:00')).toBe('Nov 12, 2026, 11:30 AM EST');
    const value = (text: string) => timeValueText('en-US', text, 'America/New_York');
    expect(value('2026-11-12T00:00:00Z – 2026-11-13T10:15:00')).toBe('Nov 12, 2026 – Nov 13, 2026, 10:15');
    expect(value('2026-11-12T22:30:00-08:00')).toBe('Nov 12, 2026, 22:30');
    expect(value('2026-11-12T08:30:00-08:00')).toBe('Nov 12, 2026, 11:30 AM EST');
    expect(value('10:15:00')).toBe('10:15:00');
  });

  test('another time in UTC is a moment, whose day is the one on the clock of the facility', () => {
    const evening = readSourceDate('2026-03-02T02:30:00Z');
    expect(evening).toBe('2026-03-02T02:30:00.000Z');
    expect(recordDay(date('2026-03-02T02:30:00.000Z'), 'America/New_York')).toBe('2026-03-01');
    expect(readSourceDate('2026-03-02T02:30:00+0000')).toBe(evening);
  });

  test('a source writes days, parts of them and times without a zone too', () => {
    expect(['2026', '2026-03', '2026-03-02'].map(readSourceDate)).toEqual(['2026', '2026-03', '2026-03-02']);
    expect(readSourceDate('2026-03-02T23:59:00')).toBe('2026-03-02');
    expect(readSourceDate('2026-03-02T24:00:00-05:00')).toBe('2026-03-02');
    expect(readSourceDate('2016-12-31T23:59:60+01:00')).toBe('2016-12-31T23:59:59+01:00');
    for (const text of ['2026-02-30T10:00:00Z', '2026-02-30', 'in March', '2026-13', '20260302', ''])
      expect(readSourceDate(text)).toBeNull();
  });
});
