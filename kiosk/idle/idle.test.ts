import { describe, expect, it } from 'vitest';
import { announcement, AwayClock, idleState } from './idle.ts';

const limits = { idleSeconds: 60, warnSeconds: 30 };

describe('an untouched tablet', () => {
  it('is left alone for a minute, then warns for 30 seconds, then closes', () => {
    expect(idleState(59_999, limits)).toEqual({ kind: 'here' });
    expect(idleState(60_000, limits)).toEqual({ kind: 'warning', secondsLeft: 30 });
    expect(idleState(68_000, limits)).toEqual({ kind: 'warning', secondsLeft: 22 });
    expect(idleState(89_100, limits)).toEqual({ kind: 'warning', secondsLeft: 1 });
    expect(idleState(90_000, limits)).toEqual({ kind: 'over' });
  });

  it('is announced when the warning begins and at 20 and 10 seconds, not every second', () => {
    const spoken: number[] = [];
    let before: number | null = null;
    for (let now = 30; now > 0; now -= 1) {
      const say = announcement(before, now);
      if (say !== null) spoken.push(say);
      before = now;
    }
    expect(spoken).toEqual([30, 20, 10]);
  });

  it('is announced too when a throttled timer jumps over a mark', () => {
    expect(announcement(23, 17)).toBe(20);
  });
});

describe('the clock of the last touch', () => {
  const clocks = () => {
    const at = { steady: 1000, wall: 1_700_000_000_000 };
    return { at, clock: new AwayClock(() => at.steady, () => at.wall) };
  };

  it('starts again with each touch', () => {
    const { at, clock } = clocks();
    at.steady += 50_000;
    clock.touched();
    at.steady += 2000;
    expect(clock.awayMs()).toBe(2000);
  });

  it('counts the time a tablet slept although its steady clock stood still', () => {
    const { at, clock } = clocks();
    clock.wentOutOfSight();
    at.steady += 1000;
    at.wall += 600_000;
    clock.cameBack();
    expect(clock.awayMs()).toBe(600_000);
  });

  it('does not close a screen in use because the wall clock was set, forward or back', () => {
    const { at, clock } = clocks();
    at.wall += 86_400_000;
    at.steady += 3000;
    expect(clock.awayMs()).toBe(3000);
    clock.wentOutOfSight();
    at.wall -= 86_400_000;
    at.steady += 3000;
    clock.cameBack();
    expect(clock.awayMs()).toBe(6000);
  });
});
