import { expect, test } from 'vitest';
import { isVisibleNow } from './isVisibleNow.ts';

test('of several changes that come at once the last one counts', () => {
  expect(isVisibleNow([{ isIntersecting: false }, { isIntersecting: true }])).toBe(true);
  expect(isVisibleNow([{ isIntersecting: true }, { isIntersecting: false }])).toBe(false);
});
