import { CalendarDate } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { noteServerTime } from '../../data/serverClock.ts';
import { addDays } from '../../ui/calendar.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { firstProblem } from '../../ui/form/rules.ts';
import { type EndValues, endOfValues, endRules, endValuesOf, isEndOver, oneMonthLonger } from './endForm.ts';

const date = (text: string) => v.parse(CalendarDate, text);
const today = date('2027-03-03');
const problemOf = (typed: Partial<EndValues>) => {
  const values = { lastDay: '', reason: '', ...typed };
  const { rules } = endRules(today);
  return (
    firstProblem(rules.lastDay ?? [], values.lastDay, values) ?? firstProblem(rules.reason ?? [], values.reason, values)
  );
};

test('a last day is empty, today or later, within ten years; anything else is refused with its own text', () => {
  for (const lastDay of ['', '2027-03-03', '2030-12-31', '2037-03-03']) expect(problemOf({ lastDay })).toBeNull();
  expect(problemOf({ lastDay: '2027-03-02' })).toMatchObject({ text: 'contacts.lastDayOver' });
  expect(problemOf({ lastDay: '2037-03-04' })).toEqual({ text: 'contacts.lastDayTooLate', values: { years: 10 } });
  for (const lastDay of ['next week', '2027-02-30'])
    expect(problemOf({ lastDay })).toMatchObject({ text: 'contacts.lastDayWrong' });
  expect(problemOf({ reason: 'x'.repeat(201) })).toMatchObject({ text: 'form.maxLength' });
  expect(problemOf({ reason: 'x'.repeat(200) })).toBeNull();
});

test('today is the server’s on a device whose clock is a week ahead', () => {
  vi.useFakeTimers({ now: Date.UTC(2027, 2, 10, 12) });
  noteServerTime(new Date(Date.UTC(2027, 2, 3, 12)).toUTCString());
  expect(facilityToday()).toBe('2027-03-03');
  noteServerTime(new Date().toUTCString());
  vi.useRealTimers();
});

test('a part ends on the last day of everything at the latest', () => {
  const rule = endRules(today, date('2027-06-01')).rules.lastDay ?? [];
  const problem = (lastDay: string) => firstProblem(rule, lastDay, { lastDay, reason: '' });
  expect(problem('2027-06-01')).toBeNull();
  expect(problem('')).toBeNull();
  expect(problem('2027-06-02')).toMatchObject({ text: 'contacts.lastDayAfterAccess' });
  expect(problem('2027-03-02')).toMatchObject({ text: 'contacts.lastDayOver' });
});

test('what is sent is a date and a trimmed text, or nothing', () => {
  expect(endOfValues({ lastDay: '2027-03-09', reason: ' My surgery ' })).toEqual({
    lastDay: '2027-03-09',
    reason: 'My surgery',
  });
  expect(endOfValues({ lastDay: '', reason: '  ' })).toEqual({ lastDay: null, reason: null });
});

test('for any day, a month more is later than it and than today, and a day that is over is not offered again', () => {
  fc.assert(
    fc.property(fc.integer({ min: -4000, max: 3000 }), (days) => {
      const lastDay = addDays(today, days);
      const longer = oneMonthLonger(lastDay, today);
      expect(longer > lastDay && longer > today).toBe(true);
      expect(isEndOver({ lastDay }, today)).toBe(days < 0);
      expect(endValuesOf({ lastDay, reason: null }, today).lastDay).toBe(days < 0 ? '' : lastDay);
    }),
  );
});
