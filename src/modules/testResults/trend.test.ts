import { LabResultDetail, RecordDate } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { barOf, csvOf, factsOf, trendDrawing, trendOf } from './trend.ts';

const detail = (more: Partial<v.InferInput<typeof LabResultDetail>> = {}): LabResultDetail =>
  v.parse(LabResultDetail, {
    testResultDetailId: 1,
    testDisplayName: 'Hemoglobin',
    testValue: '11.2',
    unitOfMeasure: 'g/dL',
    referencesRange: '12 – 15.5',
    abnormalFlag: 'L',
    comment: null,
    ...more,
  });
const earlier = (...values: readonly string[]) =>
  values.map((testValue, index) => ({
    takenOn: `2026-${String(9 - index).padStart(2, '0')}-01`,
    testValue,
    referencesRange: '12 – 15.5',
    abnormalFlag: null,
  }));
const now = v.parse(RecordDate, '2026-11-12T13:05:00Z');
const drawn = (testValue: string, ...values: readonly string[]) =>
  trendDrawing(trendOf(detail({ testValue, earlier: earlier(...values) }), now));

describe('the bar of a range', () => {
  const at = (testValue: string, referencesRange: string | null) => barOf(detail({ testValue, referencesRange }));
  test('has the range in its middle, and keeps what lies far outside at its ends', () => {
    expect(at('12', '12 – 15.5')).toBeCloseTo(30);
    expect(at('15.5', '12 – 15.5')).toBeCloseTo(70);
    expect(at('900', '12 – 15.5')).toBe(97);
    expect(at('-900', '12 – 15.5')).toBe(3);
  });
  test('is not drawn where value or range is no plain number', () => {
    for (const [value, range] of [
      ['<5', '3 – 5'],
      ['5', '≤ 5'],
      ['5', '0.5 to 2.5, age adjusted'],
      ['Negative', '3 – 5'],
      ['5', null],
    ] as const)
      expect(at(value, range)).toBeNull();
  });
});

describe('a trend', () => {
  test('is drawn from 3 values on, the oldest first; below that only words', () => {
    expect(drawn('11.2', '12')).toBeNull();
    expect(drawn('11.2', '12', '13')?.points.map(({ text }) => text)).toEqual(['13', '12', '11.2']);
  });

  test('has "<5" as a mark through which no line goes', () => {
    const drawing = drawn('7', '6', '<5', '8', '9');
    expect(drawing?.points.map(({ kind }) => kind)).toEqual(['outside', 'outside', 'less', 'outside', 'outside']);
    expect(drawing?.lines).toHaveLength(2);
    expect(drawn('<5', '<5', '<5')?.lines).toEqual([]);
  });

  test('is not drawn where one value is no number', () => {
    expect(drawn('7', 'Negative', '8')).toBeNull();
  });

  test('has no band where the range does not read as numbers', () => {
    const values = trendOf(detail({ referencesRange: 'age adjusted', earlier: earlier('12', '13') }), now);
    expect(trendDrawing(values)?.band).toBeNull();
  });

  test('is nothing without a date or without history', () => {
    expect(trendOf(detail(), now)).toEqual([]);
    expect(trendOf(detail({ earlier: earlier('12', '13') }), null)).toEqual([]);
  });

  test('time is to scale and everything lies in the drawing, whatever the numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 3, maxLength: 9 }),
        ([first = 0, ...others]) => {
          const drawing = drawn(String(first), ...others.map(String));
          for (const { x, y } of drawing?.points ?? []) {
            expect(x).toBeGreaterThanOrEqual(2);
            expect(x).toBeLessThanOrEqual(97);
            expect(y).toBeGreaterThanOrEqual(10);
            expect(y).toBeLessThanOrEqual(90);
          }
          const xs = drawing?.points.map(({ x }) => x) ?? [];
          expect(xs).toEqual(xs.toSorted((one, other) => one - other));
        },
      ),
    );
  });

  test('words say newest, lowest, highest and how many were in the range', () => {
    const facts = factsOf(trendOf(detail({ earlier: earlier('12.9', '10.4', '<5') }), now));
    expect(facts).toMatchObject({
      newest: { text: '11.2', place: 'below' },
      lowest: { text: '10.4' },
      highest: { text: '12.9' },
      inRange: 1,
      marks: 1,
    });
  });
});

describe('the CSV', () => {
  test('is UTF-8 with a mark, quoted where needed', () => {
    expect(
      csvOf([
        ['a', 'b, "c"'],
        ['1', '<5'],
      ]),
    ).toBe('\ufeffa,"b, ""c"""\r\n1,<5\r\n');
  });
  test('holds nothing that a spreadsheet would run', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '@', '-', '\t'), fc.string(), (sign, rest) => {
        const text = `${sign}x${rest}`;
        expect(
          csvOf([[text]])
            .replace(/^\ufeff"?/, '')
            .charAt(0),
        ).toBe("'");
      }),
    );
    expect(csvOf([['-1.5']])).toBe('\ufeff-1.5\r\n');
  });
});
