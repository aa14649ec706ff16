import { afterPaint } from '../../browser/painting/afterPaint.ts';

/** Time and randomness, as an interface so that tests can control them. */
export interface DeviceClock {
  /** Milliseconds of the device's clock, which may be wrong. */
  readonly wall: () => number;
  /** Runs something later; returns the function that cancels it. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** Runs once what was typed is painted, or the page goes away; returns the function that cancels it. Without it all runs at once. */
  readonly afterPaint?: (run: () => void) => () => void;
  readonly random: () => number;
}

export const browserClock: DeviceClock = {
  wall: () => Date.now(),
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  afterPaint,
  random: () => Math.random(),
};
