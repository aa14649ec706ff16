import type { DeviceClock } from './clock.ts';

/** Work that need not hold up the frame that shows a keystroke. */
export interface PaintWait {
  /** Runs the work after the next paint; asked several times before it, once. */
  ask(): void;
  isWaiting(): boolean;
  cancel(): void;
}

/** Puts `work` off until after the next paint, where the clock knows paints; else it runs at once. */
export function afterNextPaint({ afterPaint }: Pick<DeviceClock, 'afterPaint'>, work: () => void): PaintWait {
  let stopWaiting: (() => void) | null = null;
  return {
    ask() {
      if (afterPaint === undefined) {
        work();
        return;
      }
      if (stopWaiting !== null) return;
      let isDone = false;
      const stop = afterPaint(() => {
        isDone = true;
        stopWaiting = null;
        work();
      });
      if (!isDone) stopWaiting = stop;
    },
    isWaiting: () => stopWaiting !== null,
    cancel() {
      stopWaiting?.();
      stopWaiting = null;
    },
  };
}
