import { QuestionnaireItemId } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { momentEntries, timeEntries, typedMoment, typedTime } from './typedTime.ts';

const id = v.parse(QuestionnaireItemId, 1);
const said = (hour: string, minute: string, period: '' | 'am' | 'pm', countsToTwelve: boolean) =>
  timeEntries(id, { hour, minute, period }, countsToTwelve)[0]?.timeAnswer;

describe('a time', () => {
  it.each([
    ['9', '30', 'am', '09:30'],
    ['9', '30', 'pm', '21:30'],
    ['12', '05', 'am', '00:05'],
    ['12', '05', 'pm', '12:05'],
    ['9', '30', '', undefined],
    ['15', '30', '', '15:30'],
    ['15', '30', 'pm', '15:30'],
    ['15', '30', 'am', undefined],
    ['0', '30', 'pm', undefined],
    ['24', '00', '', undefined],
    ['9', '60', 'am', undefined],
  ] as const)('of %s:%s %s is %s where hours are counted to twelve', (hour, minute, period, expected) => {
    expect(said(hour, minute, period, true)).toBe(expected);
  });
  it('needs no half of the day where hours are counted to twenty-four', () => {
    expect(said('9', '30', '', false)).toBe('09:30');
  });
  it('comes back in its boxes, whichever way the reader counts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.boolean(),
        (hour, minute, twelve) => {
          const entries = timeEntries(id, { hour: String(hour), minute: String(minute), period: '' }, false);
          expect(timeEntries(id, typedTime(entries, twelve), twelve)).toEqual(entries);
        },
      ),
    );
  });
});

describe('a moment', () => {
  it('is one once both halves are, and keeps what was typed until then', () => {
    const date = { year: '2026', month: '2', day: '3' };
    const time = { hour: '9', minute: '', period: 'am' } as const;
    const half = momentEntries(id, { date, time }, true);
    expect(half).toEqual([{ questionnaireItemId: 1, textAnswer: '2026-02-03T9::am' }]);
    expect(typedMoment(half, true)).toEqual({ date, time });
    const whole = momentEntries(id, { date, time: { ...time, minute: '5' } }, true);
    expect(whole).toEqual([{ questionnaireItemId: 1, dateTimeAnswer: '2026-02-03T09:05' }]);
    expect(momentEntries(id, typedMoment(whole, false), false)).toEqual(whole);
  });
});
