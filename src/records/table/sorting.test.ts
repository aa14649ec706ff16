import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byText, sorted } from '../../../tests/apps/plainSorting.ts';
import { type SortKeys, sorterOf } from './sorting.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly size: number;
}
const keys = {
  name: { kind: 'text', textOf: ({ name }) => name },
  size: { kind: 'order', compare: (one, other) => one.size - other.size },
} as const satisfies SortKeys<Row>;
const rows = fc
  .array(
    fc.record({
      name: fc.constantFrom('', ' ', 'Zoë', 'élan', 'Eva', 'eva', 'Visit 10', 'Visit 9'),
      size: fc.integer({ min: 0, max: 6 }),
    }),
    { maxLength: 60 },
  )
  .map((all) => all.map((one, id): Row => ({ ...one, id })));
const direction = fc.constantFrom('ASC', 'DESC');

describe('sorting', () => {
  it('orders as comparing every pair does, and keeps equal rows in their order in either direction', () => {
    fc.assert(
      fc.property(rows, direction, (all, way) => {
        const sort = sorterOf(all, keys, 'fr-CA');
        expect(sort({ field: 'name', direction: way })).toEqual(sorted(all, byText(keys.name.textOf, 'fr-CA'), way));
        expect(sort({ field: 'size', direction: way })).toEqual(sorted(all, keys.size.compare, way));
      }),
    );
  });

  it('by nothing, or by a field that it does not know, leaves the rows as they came', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const sort = sorterOf(all, keys, 'en-US');
        expect(sort(null)).toBe(all);
        expect(sort({ field: 'other', direction: 'ASC' })).toBe(all);
      }),
    );
  });
});
