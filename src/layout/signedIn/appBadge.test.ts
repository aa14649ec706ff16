import { expect, test, vi } from 'vitest';
import { showAppBadge } from './appBadge.ts';

test('the number is put on the icon and taken off at 0', async () => {
  const holder = { setAppBadge: vi.fn(async () => undefined), clearAppBadge: vi.fn(async () => undefined) };
  await showAppBadge(4, holder);
  expect(holder.setAppBadge.mock.calls).toEqual([[4]]);
  expect(holder.clearAppBadge).not.toHaveBeenCalled();
  await showAppBadge(0, holder);
  expect(holder.setAppBadge).toHaveBeenCalledTimes(1);
  expect(holder.clearAppBadge).toHaveBeenCalledTimes(1);
});

test('a browser without badges, and one that refuses, are no failure', async () => {
  await expect(showAppBadge(4, {})).resolves.toBeUndefined();
  await expect(
    showAppBadge(4, { setAppBadge: () => Promise.reject(new Error('not allowed')) }),
  ).resolves.toBeUndefined();
});
