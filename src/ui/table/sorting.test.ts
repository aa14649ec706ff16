import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Sort, ariaSortOf, byDate, byFirstLine, byText, firstLine, nextSort, sorted } from './sorting.ts';

test('a header starts at DESC and toggles; another header starts again', () => {
  const first = nextSort(null, 'date');
  expect(first).toEqual({ field: 'date', direction: 'DESC' });
  const second = nextSort(first, 'date');
  expect(second).toEqual({ field: 'date', direction: 'ASC' });
  expect(nextSort(second, 'date')).toEqual(first);
  expect(nextSort(first, 'provider')).toEqual({ field: 'provider', direction: 'DESC' });
});

test('only the sorted header says a direction', () => {
  const sort: Sort = { field: 'date', direction: 'DESC' };
  expect([
    ariaSortOf(sort, 'date'),
    ariaSortOf(sort, 'provider'),
    ariaSortOf(nextSort(sort, 'date'), 'date'),
    ariaSortOf(null, 'date'),
  ]).toEqual(['descending', 'none', 'ascending', 'none']);
});

test('texts are ordered as readers order them, with nothing first', () => {
  const names = ['Zoë', 'élan', 'Eva', null, 'abel', 'Visit 10', 'Visit 9', ''];
  expect(
    sorted(
      names,
      byText((name) => name, 'fr-CA'),
      'ASC',
    ),
  ).toEqual([null, '', 'abel', 'élan', 'Eva', 'Visit 9', 'Visit 10', 'Zoë']);
});

test('dates are ordered by time, whatever their zone', () => {
  const dates = ['2026-11-20T09:00:00-05:00', '2026-11-20T13:30:00Z', null, '2025-01-01'];
  expect(
    sorted(
      dates,
      byDate((date) => date),
      'DESC',
    ),
  ).toEqual(['2026-11-20T09:00:00-05:00', '2026-11-20T13:30:00Z', '2025-01-01', null]);
});

test('the first line is what stands before a line break of either kind', () => {
  expect(
    ['Willow Wing\nlevel 2', 'Puddle Lane Lab<br/>room 4', 'East<BR>x', 'one\r\ntwo', ' alone ', ''].map(firstLine),
  ).toEqual(['Willow Wing', 'Puddle Lane Lab', 'East', 'one', 'alone', '']);
  const places = ['B<br>a', 'A<br>z', 'A<br>b'];
  expect(
    sorted(
      places,
      byFirstLine((place) => place, 'en-US'),
      'ASC',
    ),
  ).toEqual(['A<br>z', 'A<br>b', 'B<br>a']);
});

test('a sort is stable, loses nothing, and the two directions are each other’s opposites for different values', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ key: fc.integer({ min: 0, max: 5 }), at: fc.nat() })), (rows) => {
      const compare = (one: { key: number }, other: { key: number }) => one.key - other.key;
      const up = sorted(rows, compare, 'ASC');
      const down = sorted(rows, compare, 'DESC');
      expect(up.length).toBe(rows.length);
      expect(up.map(({ key }) => key)).toEqual(down.map(({ key }) => key).toReversed());
      for (const direction of [up, down]) {
        for (const key of new Set(rows.map((row) => row.key)))
          expect(direction.filter((row) => row.key === key)).toEqual(rows.filter((row) => row.key === key));
      }
    }),
  );
});
