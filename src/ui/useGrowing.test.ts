import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsInWindow } from './useGrowing.ts';

const height = fc.double({ min: 1, max: 4000, noNaN: true });
const row = fc.double({ min: 0, max: 800, noNaN: true });

test('a windowful of rows fills the window, of rows as high as the drawn ones, and of the lowest where none is drawn', () => {
  fc.assert(
    fc.property(height, row, (window, drawn) => {
      expect(rowsInWindow(window, drawn) * Math.max(drawn, 64)).toBeGreaterThanOrEqual(window);
      expect(rowsInWindow(window) * 64).toBeGreaterThanOrEqual(window);
    }),
  );
});

test('higher rows are never more, and there are always some', () => {
  fc.assert(
    fc.property(height, row, row, (window, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      expect(rowsInWindow(window, high)).toBeLessThanOrEqual(rowsInWindow(window, low));
      expect(rowsInWindow(window, high)).toBeGreaterThanOrEqual(3);
    }),
  );
});
