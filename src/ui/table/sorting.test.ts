import { expect, test } from 'vitest';
import { type Sort, ariaSortOf, nextSort } from './sorting.ts';

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
