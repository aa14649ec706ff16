import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  calendarDate,
  firstWeekday,
  monthWeeks,
  moveByKey,
  typedDate,
  dateWithin,
} from './calendar.ts';
import { digitsOnly, splitDate } from './dates.ts';

const date = (text: string) => calendarDate(text) ?? expect.fail(`${text} is no date`);

describe('a whole date that is pasted is split', () => {
  test.each([
    ['2026-11-03', 'en-US'],
    ['2026-11-03T09:30:00Z', 'en-US'],
    ['20261103', 'en-US'],
    ['11/3/2026', 'en-US'],
    ['11-03-2026', 'en-US'],
    [' 11 3 2026 ', 'en-US'],
    ['Nov 3, 2026', 'en-US'],
    ['November 3, 2026', 'en-US'],
    ['Tue, Nov 3, 2026', 'en-US'],
    ['3 November 2026', 'en-GB'],
    ['03/11/2026', 'en-GB'],
    ['3.11.2026', 'fr-CA'],
    ['3/11/2026', 'en-CA'],
    ['3/11/2026', 'es-MX'],
    ['3 de noviembre de 2026', 'es-MX'],
    ['3 nov. 2026', 'fr-CA'],
    ['3 de nov. de 2026', 'pt-BR'],
    ['03/11/2026', 'pt-BR'],
    ['2026年11月3日', 'zh-CN'],
    ['2026/11/3', 'zh-CN'],
    ['２０２６-１１-０３', 'zh-CN'],
  ])('%s in %s', (text, locale) => {
    expect(splitDate(text, locale)).toEqual({ year: '2026', month: '11', day: '3' });
  });

  test.each(['', '11', '11/2026', '3 11 26', 'next Tuesday', '2026', '1/2/3/4', 'about 12 of 2026 people'])(
    '%j is no whole date and stays what it is',
    (text) => {
      expect(splitDate(text, 'en-US')).toBeNull();
    },
  );

  test('numbers that can be read in one way only are read in that way', () => {
    expect(splitDate('25/12/2026', 'en-US')).toEqual({ year: '2026', month: '12', day: '25' });
    expect(splitDate('12/25/2026', 'en-GB')).toEqual({ year: '2026', month: '12', day: '25' });
  });

  test('a month name of the wrong length or language is not guessed', () => {
    expect(splitDate('3 Xyzember 2026', 'en-US')).toBeNull();
  });
});

test('a box keeps digits only, as many as it holds', () => {
  expect(digitsOnly('1a2b3', 2)).toBe('12');
  expect(digitsOnly(' ２０２６年 ', 4)).toBe('2026');
  expect(digitsOnly('-5', 2)).toBe('5');
});

describe('a typed date', () => {
  test('counts only when the day exists', () => {
    expect(typedDate('Feb 29, 2028', 'en-US')).toBe('2028-02-29');
    expect(typedDate('2/29/2027', 'en-US')).toBeNull();
    expect(typedDate('Nov 16, 2026', 'en-US')).toBe('2026-11-16');
  });

  test('stays between its limits', () => {
    expect(dateWithin(date('2026-11-01'), date('2026-11-05'), date('2026-11-09'))).toBe('2026-11-05');
    expect(dateWithin(date('2026-11-07'), date('2026-11-05'), date('2026-11-09'))).toBe('2026-11-07');
    expect(dateWithin(date('2026-12-07'), undefined, date('2026-11-09'))).toBe('2026-11-09');
  });
});

describe('the calendar', () => {
  test('moves over months, leap years and the change of the clocks', () => {
    expect(addDays(date('2026-10-31'), 1)).toBe('2026-11-01');
    expect(addDays(date('2026-03-29'), 1)).toBe('2026-03-30');
    expect(addMonths(date('2026-01-31'), 1)).toBe('2026-02-28');
    expect(addMonths(date('2028-02-29'), 12)).toBe('2029-02-28');
    expect(addMonths(date('2026-01-15'), -1)).toBe('2025-12-15');
  });

  test('shows whole weeks of one month', () => {
    const weeks = monthWeeks(date('2026-11-16'), 0);
    expect(weeks).toHaveLength(5);
    expect(weeks[0]?.[0]).toBe('2026-11-01');
    expect(weeks[4]?.[1]).toBe('2026-11-30');
    expect(weeks[4]?.[2]).toBeNull();
    const fromMonday = monthWeeks(date('2026-11-16'), 1);
    expect(fromMonday).toHaveLength(6);
    expect(fromMonday[0]?.[6]).toBe('2026-11-01');
    expect(monthWeeks(date('2026-02-10'), 0)).toHaveLength(4);
  });

  test.each([
    ['ArrowLeft', false, '2026-11-17'],
    ['ArrowRight', false, '2026-11-19'],
    ['ArrowUp', false, '2026-11-11'],
    ['ArrowDown', false, '2026-11-25'],
    ['Home', false, '2026-11-15'],
    ['End', false, '2026-11-21'],
    ['PageUp', false, '2026-10-18'],
    ['PageDown', false, '2026-12-18'],
    ['PageUp', true, '2025-11-18'],
    ['PageDown', true, '2027-11-18'],
  ])('%s (shift %s) leads from Nov 18 to %s', (key, shift, to) => {
    expect(moveByKey(date('2026-11-18'), key, shift, 0)).toBe(to);
  });

  test('leaves other keys alone', () => {
    expect(moveByKey(date('2026-11-18'), 'Tab', false, 0)).toBeNull();
    expect(moveByKey(date('2026-11-18'), 'Escape', false, 0)).toBeNull();
  });

  test('begins its weeks as the reader does', () => {
    expect(firstWeekday('en-US')).toBe(0);
    expect(firstWeekday('en-GB')).toBe(1);
    expect(firstWeekday('zh-CN')).toBe(1);
  });
});
