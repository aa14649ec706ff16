import { expect, it } from 'vitest';
import { megabytesLeft } from './freeStorage.ts';

it('what is left is whole megabytes, and never less than none', () => {
  expect(megabytesLeft({ quota: 10_000_000, usage: 2_500_001 })).toBe(7);
  expect(megabytesLeft({ quota: 1_000_000, usage: 3_000_000 })).toBe(0);
});

it('a browser that does not tell leaves it unknown', () => {
  expect(megabytesLeft({})).toBeNull();
  expect(megabytesLeft({ quota: 1_000_000 })).toBeNull();
});
