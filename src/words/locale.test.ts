import { CalendarDate, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { dateOrder, formatDate, formatInstant, formatList, formatNumber, formatPersonName } from './format.ts';
import { languageOf, localeOf, offeredOf } from './locale.ts';

const day = v.parse(CalendarDate, '2026-03-05');

test('English is written as the reader’s device spells it where the specification knows it, and as in the United States otherwise', () => {
  expect(localeOf('en', ['en-US'])).toBe('en-US');
  expect(localeOf('en', ['en-CA'])).toBe('en-CA');
  expect(localeOf('en', ['en-AU'])).toBe('en-CA');
  expect(localeOf('en', ['en-GB'])).toBe('en-GB');
  for (const tags of [['en-NZ'], ['en'], ['de-DE'], [], ['xx-invalid-tag']])
    expect(localeOf('en', tags), tags.join()).toBe('en-US');
  expect(localeOf('en', ['de-DE', 'en-GB'])).toBe('en-GB');
});

test('the other languages have one way of writing each, whatever the device', () => {
  for (const tags of [['en-GB'], ['zh-TW'], []]) {
    expect([localeOf('es', tags), localeOf('fr', tags), localeOf('pt', tags), localeOf('zh', tags)]).toEqual([
      'es-MX',
      'fr-CA',
      'pt-BR',
      'zh-CN',
    ]);
  }
});

test('the language of a device is the first of ours that it names', () => {
  expect(languageOf(['de-AT', 'pt-PT', 'en'])).toBe('pt');
  expect(languageOf(['ZH-Hant-TW'])).toBe('zh');
  expect(languageOf(['de', 'it'])).toBeNull();
  expect(languageOf([])).toBeNull();
  expect(languageOf(['fr-CA', 'zh-CN'], ['en', 'zh'])).toBe('zh');
  expect(languageOf(['fr-CA'], ['en', 'zh'])).toBeNull();
});

test('a facility offers the languages that it names and that ship, in our order; without a word of it all', () => {
  expect(offeredOf(['zh', 'en', 'de'])).toEqual(['en', 'zh']);
  for (const nothing of [undefined, null, [], ['de'], 'en', {}]) expect(offeredOf(nothing)).toEqual(languageCodes);
});

test('dates are written by locale, the same day everywhere', () => {
  expect(formatDate('en-US', day)).toBe('Mar 5, 2026');
  expect(formatDate('en-GB', day)).toBe('5 Mar 2026');
  for (const locale of ['en-US', 'en-CA', 'en-GB', 'es-MX', 'fr-CA', 'pt-BR', 'zh-CN']) {
    expect(formatDate(locale, day), locale).toMatch(/0?5/);
    expect(formatDate(locale, day), locale).toContain('2026');
  }
  expect([
    dateOrder('en-US')[0],
    dateOrder('en-GB')[0],
    dateOrder('es-MX')[0],
    dateOrder('pt-BR')[0],
    dateOrder('zh-CN')[0],
  ]).toEqual(['month', 'day', 'day', 'day', 'year']);
});

test('an instant is shown in the facility’s time zone', () => {
  expect(formatInstant('en-US', '2026-11-18T14:30:00Z', 'America/Toronto')).toMatch(/Nov 18, 2026.*9:30\sAM/);
  expect(formatInstant('en-US', '2026-11-18T02:30:00Z', 'America/Los_Angeles')).toMatch(/Nov 17, 2026.*6:30\sPM/);
});

test('numbers, lists and names are written by locale', () => {
  expect(formatNumber('en-US', 1234.5)).toBe('1,234.5');
  expect(formatNumber('pt-BR', 1234.5)).toBe('1.234,5');
  expect(formatList('en-US', ['a', 'b', 'c'])).toBe('a, b, and c');
  expect(formatList('es-MX', ['a', 'b', 'c'])).toBe('a, b y c');
  expect(formatList('zh-CN', ['甲', '乙', '丙'])).toBe('甲、乙和丙');
  expect(formatPersonName('en-US', { firstName: 'Juniper', lastName: 'Applewhistle' })).toBe('Juniper Applewhistle');
  expect(formatPersonName('zh-CN', { firstName: '小明', lastName: '王' })).toBe('王小明');
  // A name in Latin letters keeps its order in a Chinese page.
  expect(formatPersonName('zh-CN', { firstName: 'Juniper', lastName: 'Applewhistle' })).toBe('Juniper Applewhistle');
  expect(formatPersonName('en-US', { firstName: '', lastName: 'Applewhistle' })).toBe('Applewhistle');
});
