import { expect, test } from 'vitest';
import { parseSearch, stringifySearch, textsOf } from './search.ts';

test.each(['007', '0', '1e3', 'true', 'null', '{"a":1}', '"x"', '12345678901234567890', 'a b+c&d=é'])(
  '%s stays the text it is',
  (value) => {
    expect(parseSearch(stringifySearch({ id: value }))).toEqual({ id: value });
  },
);

test('the first of equal names counts', () => {
  expect(parseSearch('?id=1&id=2')).toEqual({ id: '1' });
});

test('nothing to write is no question mark', () => {
  expect(stringifySearch({ gone: undefined })).toBe('');
});

test('a name of the prototype is a name like any other', () => {
  expect(parseSearch('?constructor=1')).toEqual({ constructor: '1' });
});

test('only texts are read from an address', () => {
  expect(textsOf({ a: '1', b: 2, c: undefined })).toEqual({ a: '1' });
});
