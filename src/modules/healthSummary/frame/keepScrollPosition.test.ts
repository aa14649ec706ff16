import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movedBy } from './keepScrollPosition.ts';

const height = fc.integer({ min: 0, max: 5000 });
const part = fc.record({ before: height, height });

/** Parts one below the other, starting at `top`, with their current heights. */
function laid(top: number, parts: readonly { readonly before: number; readonly height: number }[]) {
  let at = top;
  return parts.map((one) => {
    const found = { ...one, top: at };
    at += one.height;
    return found;
  });
}

test('what begins in the window stays where it was, whatever becomes of parts above it', () => {
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.array(part, { maxLength: 4 }),
      fc.integer({ min: 0, max: 900 }),
      (above, below, seen) => {
        const sum = (of: 'before' | 'height') => above.reduce((all, one) => all + one[of], 0);
        // Before the change, the last part above ended at the top of the window or slightly below it, where the first of the rest began.
        const start = -sum('before') - 1;
        const parts = laid(start, [...above, { before: seen + 1, height: seen + 1 }, ...below]);
        const isLastAbove = above.every((_, index) => {
          const began = start + above.slice(0, index).reduce((all, one) => all + one.before, 0);
          return began < 0;
        });
        fc.pre(isLastAbove);
        expect(movedBy(parts)).toBe(sum('height') - sum('before'));
      },
    ),
  );
});

test('a part that begins in the window moves nothing', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), height, (parts, top) => {
      expect(movedBy(laid(top, parts))).toBe(0);
    }),
  );
});
