import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BodyBudget } from './bodyBudget.ts';

describe('the bodies that are on their way', () => {
  test('never hold more than their budget, and those that stood still for longest go first', () => {
    const steps = fc.array(fc.record({ which: fc.nat(9), bytes: fc.integer({ min: 1, max: 40 }), ends: fc.boolean() }));
    fc.assert(
      fc.property(steps, (all) => {
        const budget = new BodyBudget(100);
        /** Ordered by last progress. */
        let alive: { which: number; bytes: number }[] = [];
        const evicted: number[] = [];
        const bodies = Array.from({ length: 10 }, (_, which) => budget.begin(() => evicted.push(which)));
        for (const { which, bytes, ends } of all) {
          if (evicted.includes(which)) continue;
          const before = alive.find((one) => one.which === which)?.bytes ?? 0;
          alive = alive.filter((one) => one.which !== which);
          const already = evicted.length;
          if (ends) bodies[which]?.done();
          else {
            alive.push({ which, bytes: before + bytes });
            bodies[which]?.grown(before + bytes);
          }
          const gone = evicted.slice(already);
          expect(gone).toEqual(alive.slice(0, gone.length).map((one) => one.which));
          const held = (left: typeof alive) => left.reduce((sum, one) => sum + one.bytes, 0);
          if (gone.length > 0) expect(held(alive.slice(gone.length - 1))).toBeGreaterThan(100);
          alive = alive.slice(gone.length);
          expect(held(alive)).toBeLessThanOrEqual(100);
        }
      }),
    );
  });
});
