import { afterPaint } from '../../browser/painting/afterPaint.ts';

/** Time and chance, so that tests can hold them. */
export interface DeviceClock {
  /** Milliseconds of the device's clock, which may be wrong. */
  readonly wall: () => number;
  /** Runs later; gives the way to stop it. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  /** Runs once what was just typed has been painted, and at once when the page goes away; gives the way to stop it. Without it everything runs at once. */
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
