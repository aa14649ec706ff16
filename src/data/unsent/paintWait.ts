import type { DeviceClock } from './clock.ts';

/** Work that must not delay the frame that shows a keystroke. */
interface PaintWait {
  /** Runs the work after the next paint; once, however often it is asked before that. */
  ask(): void;
  isWaiting(): boolean;
  cancel(): void;
}

/** Delays `work` until after the next paint, if the clock knows paints; else runs it at once. */
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
