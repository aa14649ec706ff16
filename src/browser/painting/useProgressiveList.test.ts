import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextLimit, rowsInWindow } from './useProgressiveList.ts';

const height = fc.double({ min: 0, max: 100_000, noNaN: true });
const runs = { numRuns: 3000 };

test('a windowful of rows fills the window, by no row more than needed but for the least there are', () => {
  fc.assert(
    fc.property(height, (window) => {
      const count = rowsInWindow(window);
      // 64 is a power of two, so the division is exact.
      expect(count * 64).toBeGreaterThanOrEqual(window);
      if (count > 3) expect((count - 1) * 64).toBeLessThan(window);
    }),
    runs,
  );
});

test('a higher window never has fewer, and there are always some', () => {
  fc.assert(
    fc.property(height, height, (one, other) => {
      expect(rowsInWindow(Math.max(one, other))).toBeGreaterThanOrEqual(rowsInWindow(Math.min(one, other)));
      expect(rowsInWindow(Math.min(one, other))).toBeGreaterThanOrEqual(3);
    }),
    runs,
  );
});

test('pieces grow, so that any list is drawn in few of them', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 100 }), fc.integer({ min: 0, max: 20_000 }), (first, total) => {
      let pieces = 0;
      for (let limit = first; limit < total; limit = nextLimit(limit)) pieces += 1;
      expect(pieces).toBeLessThanOrEqual(40);
    }),
    runs,
  );
});
