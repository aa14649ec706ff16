import { expect, it } from 'vitest';
import { announcement } from './announcement.ts';

it('speaks when the warning begins and at 20 and 10 seconds, not every second', () => {
  const spoken: number[] = [];
  let before: number | null = null;
  for (let now = 30; now > 0; now -= 1) {
    const say = announcement(before, now);
    if (say !== null) spoken.push(say);
    before = now;
  }
  expect(spoken).toEqual([30, 20, 10]);
});

it('speaks too when a throttled timer jumps over a mark', () => {
  expect(announcement(23, 17)).toBe(20);
});
