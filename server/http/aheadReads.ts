import { refusal } from './handler.ts';

/** How many prefetches one process answers at once. Nobody waits for them, and they must not slow down pages. */
const mostAtOnce = 4;

/** Runs at most `mostAtOnce` tasks at once. Further ones are refused, and their devices ask again later. */
export function aheadReads(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running >= mostAtOnce) throw refusal('unavailable');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
