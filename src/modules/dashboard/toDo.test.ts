import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrderOfRisk, type Ranked } from './toDo.ts';

const ranked = fc.record({
  rank: fc.constantFrom<Ranked['rank']>(0, 1, 2),
  day: fc.option(fc.constantFrom('2026-10-02', '2026-11-20', '2026-11-24', '2027-01-01'), { nil: null }),
});

test('what is at risk comes first, then the earlier day, then what has none, and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(ranked), (items) => {
      const ordered = inOrderOfRisk(items);
      expect(ordered.length).toBe(items.length);
      expect(new Set(ordered)).toEqual(new Set(items));
      for (const [at, one] of ordered.entries()) {
        const next = ordered[at + 1];
        if (next === undefined) continue;
        expect(one.rank).toBeLessThanOrEqual(next.rank);
        if (one.rank === next.rank) expect((one.day ?? '9') <= (next.day ?? '9')).toBe(true);
      }
    }),
  );
});

test('due first, then what is not sent, then the rest by date', () => {
  const item = (name: string, rank: Ranked['rank'], day: string | null) => ({ name, rank, day });
  const order = inOrderOfRisk([
    item('in two weeks', 2, '2026-12-04'),
    item('without a date', 2, null),
    item('not sent', 1, null),
    item('overdue follow-up', 2, '2026-10-02'),
    item('due tomorrow', 0, '2026-11-21'),
    item('late', 0, '2026-11-18'),
  ]);
  expect(order.map(({ name }) => name)).toEqual([
    'late',
    'due tomorrow',
    'not sent',
    'overdue follow-up',
    'in two weeks',
    'without a date',
  ]);
});
