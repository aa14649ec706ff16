import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstOf, stretchesOf } from './stretches.ts';

type Group = readonly number[];
const sizeOf = ({ length }: Group) => length;
const groups = fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), { maxLength: 40 });

describe('groups', () => {
  it('are drawn in stretches, each as short as it may be, in order and without a gap', () => {
    fc.assert(
      fc.property(groups, fc.integer({ min: 1, max: 15 }), (given, least) => {
        const stretches = stretchesOf(given, sizeOf, least);
        expect(stretches.flatMap((stretch) => stretch.groups)).toEqual(given);
        let before = 0;
        for (const [index, stretch] of stretches.entries()) {
          const counts = stretch.groups.map(sizeOf);
          const sum = counts.reduce((all, count) => all + count, 0);
          expect(stretch).toMatchObject({ before, items: sum });
          expect(sum - (counts.at(-1) ?? 0)).toBeLessThan(least);
          if (index < stretches.length - 1) expect(sum).toBeGreaterThanOrEqual(least);
          before += sum;
        }
      }),
    );
  });

  it('are shown from the front: so many and no more, whole once there is room', () => {
    fc.assert(
      fc.property(groups, fc.integer({ min: 0, max: 60 }), (given, limit) => {
        const parts = firstOf(given, sizeOf, limit);
        expect(parts.flatMap(({ group, shown }) => group.slice(0, shown))).toEqual(given.flat().slice(0, limit));
        expect(parts.every(({ shown }) => shown > 0)).toBe(true);
      }),
    );
  });
});
