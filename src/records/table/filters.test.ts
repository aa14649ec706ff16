import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChoiceFilter,
  choicesOf,
  isFiltering,
  matching,
  type OptionFilter,
  pageOf,
  stillOffered,
} from './filters.ts';

interface Row {
  readonly id: number;
  readonly kind: string;
  readonly state: string;
}
const choices: readonly ChoiceFilter<Row>[] = [
  { field: 'kind', label: '', any: '', textOf: ({ kind }) => kind },
  { field: 'state', label: '', any: '', textOf: ({ state }) => state },
];
const option: OptionFilter<Row, 'All' | 'Even' | 'Odd'> = {
  label: '',
  preference: '',
  options: [
    { value: 'All', label: '' },
    { value: 'Even', label: '' },
    { value: 'Odd', label: '' },
  ],
  passes: ({ id }, wanted) => (id % 2 === 0) === (wanted === 'Even'),
};
const filters = { choices, option };
const text = fc.constantFrom('', ' ', 'Room 10', 'Room 9', 'élan', 'Zest');
const rows = fc
  .array(fc.record({ kind: text, state: text }), { maxLength: 40 })
  .map((all) => all.map((one, id): Row => ({ ...one, id })));
const state = fc.record({
  option: fc.constantFrom('All', 'Even', 'Odd'),
  chosen: fc.record({ kind: fc.option(text), state: fc.option(text) }),
});

describe('filters', () => {
  it('let through what each of them lets through, in its order', () => {
    fc.assert(
      fc.property(rows, state, (all, { option: wanted, chosen }) => {
        const expected = all.filter(
          (row) =>
            (wanted === 'All' || option.passes(row, wanted)) &&
            (chosen.kind === null || row.kind === chosen.kind) &&
            (chosen.state === null || row.state === chosen.state),
        );
        expect(matching(all, filters, { option: wanted, chosen })).toEqual(expected);
      }),
    );
  });

  it('that filter nothing leave the very same rows', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const nothing = { option: 'All' as const, chosen: { kind: null } };
        expect(isFiltering(filters, nothing)).toBe(false);
        expect(matching(all, filters, nothing)).toBe(all);
        expect(matching(all, { choices, option: null }, { option: null, chosen: {} })).toBe(all);
      }),
    );
  });

  it('split a list by an option without loss', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const parts = (['Even', 'Odd'] as const).flatMap((wanted) =>
          matching(all, filters, { option: wanted, chosen: {} }),
        );
        expect(parts.toSorted((one, other) => one.id - other.id)).toEqual(all);
      }),
    );
  });

  it('offer each text once and no empty one, and forget a choice that no row has', () => {
    fc.assert(
      fc.property(rows, fc.record({ kind: text, state: fc.constant('gone') }), (all, chosen) => {
        const offered = {
          kind: choicesOf(all, ({ kind }) => kind, 'fr-CA'),
          state: choicesOf(all, choices[1]?.textOf ?? String, 'fr-CA'),
        };
        expect(new Set(offered.kind).size).toBe(offered.kind.length);
        expect(new Set(offered.kind)).toEqual(
          new Set(all.map(({ kind }) => kind).filter((kind) => kind.trim() !== '')),
        );
        const kept = stillOffered(chosen, offered);
        expect(kept['state']).toBeNull();
        expect(kept['kind']).toBe(offered.kind.includes(chosen.kind) ? chosen.kind : null);
      }),
    );
    expect(choicesOf(['Room 10', 'élan', 'Room 9', 'Zest'], (one) => one, 'fr-CA')).toEqual([
      'élan',
      'Room 9',
      'Room 10',
      'Zest',
    ]);
  });
});

describe('pages', () => {
  it('hold every row once, in order, and each but the last is full', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 120 }), fc.integer({ min: 1, max: 30 }), (all, size) => {
        const { pages } = pageOf(all, 1, size);
        const each = Array.from({ length: pages }, (_, at) => pageOf(all, at + 1, size));
        expect(each.flatMap(({ rows: some }) => some)).toEqual(all);
        for (const { rows: some } of each.slice(0, -1)) expect(some.length).toBe(size);
        expect(each.map(({ page }) => page)).toEqual(each.map((_, at) => at + 1));
      }),
    );
  });

  it('are never left: a page that is not there any more is the nearest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 60 }), fc.integer({ min: -5, max: 99 }), (all, wanted) => {
        const { page, pages } = pageOf(all, wanted, 25);
        expect(page).toBe(Math.min(Math.max(1, wanted), pages));
      }),
    );
    expect(pageOf([1, 2, 3], 9, null)).toEqual({ page: 1, pages: 1, rows: [1, 2, 3] });
  });
});
