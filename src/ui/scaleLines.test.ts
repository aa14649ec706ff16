import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kioskScaleSize, lastSpan, mostScaleSteps, scaleColumns, scaleLines, scaleSize } from './scaleLines.ts';

const count = fc.integer({ min: 1, max: mostScaleSteps });
const width = fc.integer({ min: 44, max: 1200 });
const size = fc.constantFrom(scaleSize, kioskScaleSize);

describe('a scale of numbers in lines', () => {
  test('0 to 10: one line from 544 px, then 6 and 5, and 4, 4 and 3 below 294 px; on the kiosk from 784 px', () => {
    const columns = (px: number, of = scaleSize) => scaleColumns(11, px, of);
    expect([columns(544), columns(543), columns(294), columns(293)]).toEqual([11, 6, 6, 4]);
    expect([columns(784, kioskScaleSize), columns(783, kioskScaleSize)]).toEqual([11, 6]);
  });

  test('every number is as wide as a finger needs, in as few lines as that allows', () => {
    fc.assert(
      fc.property(count, width, size, (numbers, px, of) => {
        const columns = scaleColumns(numbers, px, of);
        const wide = (lines: number) => (px - (lines - 1) * of.gap) / lines;
        if (columns > 1) expect(wide(columns)).toBeGreaterThanOrEqual(of.target);
        const lines = Math.ceil(numbers / columns);
        if (lines > 1) expect(wide(Math.ceil(numbers / (lines - 1)))).toBeLessThan(of.target);
      }),
    );
  });

  test('the last number ends the last line, so that the label of the high end stands below it', () => {
    fc.assert(
      fc.property(count, width, size, (numbers, px, of) => {
        const columns = scaleColumns(numbers, px, of);
        const span = lastSpan(numbers, columns);
        expect(span).toBeGreaterThanOrEqual(1);
        expect(span).toBeLessThanOrEqual(columns);
        expect((numbers - 1 + span) % columns).toBe(0);
      }),
    );
  });

  test('the style sheet breaks where the rule does, at every width', () => {
    for (const of of [scaleSize, kioskScaleSize])
      for (let numbers = 1; numbers <= mostScaleSteps; numbers += 1)
        for (let px = of.target; px <= 1000; px += 1)
          expect(scaleLines(numbers, of).findLast(({ from }) => px >= from)?.columns).toBe(
            scaleColumns(numbers, px, of),
          );
  });
});
