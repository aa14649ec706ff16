import { expect, test } from 'vitest';
import { getsRow } from './refusedAccess.ts';

test('each of the first refusals gets a row, then every one that doubles their number, so that a flood fills no disk', () => {
  const written = Array.from({ length: 1_000_000 }, (_, index) => index + 1).filter(getsRow);
  expect(written.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  expect(written.slice(20, 25)).toEqual([25, 50, 100, 200, 400]);
  expect(written.length).toBeLessThan(40);
});
