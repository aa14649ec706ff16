import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entriesThatFit } from './fitting.ts';

const row = fc.record({
  widths: fc.array(fc.integer({ min: 40, max: 260 }), { maxLength: 9 }),
  more: fc.integer({ min: 40, max: 140 }),
  gap: fc.integer({ min: 0, max: 12 }),
  room: fc.integer({ min: 0, max: 1400 }),
});
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

test('what stands in the row fits, with More where something is hidden', () => {
  fc.assert(
    fc.property(row, ({ widths, more, gap, room }) => {
      const shown = entriesThatFit(widths, more, gap, room);
      const parts = [...widths.slice(0, shown), ...(shown < widths.length ? [more] : [])];
      // When not even one tab fits beside it, only More is shown.
      if (shown > 0) expect(sum(parts) + (parts.length - 1) * gap).toBeLessThanOrEqual(room);
    }),
  );
});

test('nothing is hidden that would have fitted', () => {
  fc.assert(
    fc.property(row, ({ widths, more, gap, room }) => {
      const shown = entriesThatFit(widths, more, gap, room);
      if (shown === widths.length) return;
      expect(sum(widths) + (widths.length - 1) * gap).toBeGreaterThan(room);
      if (shown < widths.length - 1)
        expect(sum([...widths.slice(0, shown + 1), more]) + (shown + 1) * gap).toBeGreaterThan(room);
    }),
  );
});

test('more room never hides a tab', () => {
  fc.assert(
    fc.property(row, fc.integer({ min: 0, max: 300 }), ({ widths, more, gap, room }, extra) => {
      expect(entriesThatFit(widths, more, gap, room + extra)).toBeGreaterThanOrEqual(
        entriesThatFit(widths, more, gap, room),
      );
    }),
  );
});
