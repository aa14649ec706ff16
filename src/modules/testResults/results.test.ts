import { LabResult } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { dayText, filtered, grouped, isOfTime, lastSent, listDate, rowNoticeOf, withArrived } from './results.ts';

const zone = 'America/New_York';
const today = '2026-11-23';
let next = 0;
const result = (more: Partial<v.InferInput<typeof LabResult>> = {}): LabResult =>
  v.parse(LabResult, {
    labResultId: (next += 1),
    startDate: '2026-11-12T13:05:00Z',
    requestingPhysician: 'Dr. Fernbrook',
    labName: 'Puddle Lane Lab',
    isReviewedByPatient: true,
    externalStatus: 'final',
    testResultGroups: [{ testResultGroupId: 1, groupDisplayName: 'Blood count' }],
    ...more,
  });
const flags = (more: Partial<NonNullable<LabResult['flags']>>) => ({
  critical: 0,
  high: 0,
  low: 0,
  outside: 0,
  ...more,
});
/** Texts as their keys and values, so that a rule is tested and not a wording. */
const words = {
  locale: 'en-US',
  t: (key: string, values: Readonly<Record<string, unknown>> = {}) => [key, ...Object.values(values)].join(' '),
};

describe('the date filter', () => {
  test('takes the day at the facility, as far as the date is known', () => {
    const of = (date: LabResult['startDate']) => isOfTime(date, 'Last9Months', today, zone);
    const day = (text: string) => result({ startDate: text }).startDate;
    expect(of(day('2026-02-23'))).toBe(true);
    expect(of(day('2026-02-22'))).toBe(false);
    expect(of(day('2026-02-23T04:59:00Z'))).toBe(false);
    expect(of(day('2026-02-23T05:00:00Z'))).toBe(true);
    expect(of(day('2026-02-23T00:00:00+00:00'))).toBe(true);
    expect(of(day('2026-02'))).toBe(true);
    expect(of(day('2025'))).toBe(false);
    expect(of(null)).toBe(true);
  });

  test('says how many older ones there are, of those that pass the other filters', () => {
    const all = [
      result(),
      result({ startDate: '2020-01-01' }),
      result({ startDate: '2020-01-02', requestingPhysician: 'Dr. Thistledown' }),
    ];
    const { ofAnyTime, shown } = filtered(
      all,
      { date: 'Last9Months', procedure: 'Blood count', orderedBy: 'Dr. Fernbrook' },
      today,
      zone,
    );
    expect([ofAnyTime.length, shown.length]).toEqual([2, 1]);
  });
});

describe('the list', () => {
  test('has critical ones first under their own head, all others by month, those without a date last', () => {
    const critical = result({ startDate: '2026-08-01', flags: flags({ critical: 1 }) });
    const all = [result(), result({ startDate: '2026-10-05' }), critical, result({ startDate: null })];
    const groups = grouped(all, new Set([critical.labResultId]), zone);
    expect(groups.map(({ key, results }) => [key, results.length])).toEqual([
      ['critical', 1],
      ['2026-11', 1],
      ['2026-10', 1],
      ['none', 1],
    ]);
  });

  test('has a critical one first that comes in while it is open, and does not move what turns out to be critical', () => {
    const before = result();
    const opened = withArrived(null, [before]);
    const corrected = { ...before, flags: flags({ critical: 1 }) };
    expect(withArrived(opened, [corrected])).toBe(opened);
    const arrived = result({ flags: flags({ critical: 1 }) });
    const { critical } = withArrived(opened, [corrected, arrived]);
    expect(grouped([corrected, arrived], critical, zone).map(({ key, results }) => [key, results])).toEqual([
      ['critical', [arrived]],
      ['2026-11', [corrected]],
    ]);
    const read = { ...arrived, isReviewedByPatient: true };
    expect(withArrived(withArrived(opened, [arrived]), [read]).critical).toContain(arrived.labResultId);
  });

  test('has a result in the month that its date says, whatever the clock of its source', () => {
    const monthOf = (startDate: string) => grouped([result({ startDate })], new Set(), zone)[0]?.key;
    expect(monthOf('2026-12-01T00:00:00+00:00')).toBe('2026-12');
    expect(monthOf('2026-11-30T22:30:00-08:00')).toBe('2026-11');
    expect(monthOf('2026-12-01T04:59:00Z')).toBe('2026-11');
  });

  test('tells dates as section 9 has it: the time on the day itself, without the year in this one', () => {
    const of = (text: string) => {
      const { startDate } = result({ startDate: text });
      return startDate === null ? null : listDate('en-US', startDate, zone, today);
    };
    expect(of('2026-11-23T13:05:00Z')).toBe('8:05 AM');
    expect(of('2026-11-12T13:05:00Z')).toBe('Nov 12');
    expect(of('2025-11-12')).toBe('Nov 12, 2025');
    expect(of('2026-11-23')).toBe('Nov 23');
    // The day is the source's; a time is told only where it is of that day here too.
    expect(of('2026-11-24T00:00:00+00:00')).toBe('Nov 24');
    expect(of('2026-11-23T22:30:00-08:00')).toBe('Nov 23');
    expect(of('2026-11-23T08:30:00-08:00')).toBe('11:30 AM');
  });

  test('says at most one thing of a row, the most important one', () => {
    const of = (more: Partial<v.InferInput<typeof LabResult>>) => rowNoticeOf(words, result(more), zone, today);
    expect(of({})).toBeNull();
    expect(
      of({ opening: 'waiting', waitsUntil: { date: '2026-12-01', provider: '' }, externalStatus: 'preliminary' }),
    ).toEqual({
      kind: 'waiting',
      text: 'testResults.waitsUntil Dec 1',
    });
    expect(of({ opening: 'ask' })?.kind).toBe('waiting');
    expect(of({ flags: flags({ critical: 1, low: 1, high: 1 }), externalStatus: 'preliminary' })).toEqual({
      kind: 'critical',
      text: 'testResults.saysCriticalMore 1 2',
    });
    expect(of({ flags: flags({ low: 2 }) })).toEqual({ kind: 'low', text: 'testResults.saysLow 2' });
    expect(of({ flags: flags({ low: 1, high: 1 }) })?.kind).toBe('outside');
    expect(of({ flags: flags({ low: 2 }), externalStatus: 'preliminary' })?.kind).toBe('status');
    expect(of({ correctedOn: '2026-10-07T14:00:00Z', externalStatus: 'corrected' })?.text).toBe(
      'testResults.correctedOn Oct 7',
    );
    expect(of({ externalStatus: 'cancelled' })?.text).toBe('testResults.cancelled');
  });

  test('says which laboratory sent something last', () => {
    const all = [
      result({ receivedOn: '2026-11-01T10:00:00Z' }),
      result({ receivedOn: '2026-11-20T10:00:00Z', labName: 'Other' }),
      result(),
    ];
    expect(lastSent(all)).toEqual({ lab: 'Other', at: '2026-11-20T10:00:00Z' });
    expect(lastSent([])).toBeNull();
  });

  test('knows the day at the facility', () => {
    expect(dayText(Date.parse('2026-11-23T04:59:00Z'), zone)).toBe('2026-11-22');
    expect(dayText(Date.parse('2026-11-23T05:00:00Z'), zone)).toBe('2026-11-23');
  });
});
