import { refusal } from './handler.ts';

/** Reads ahead of time that one process answers at once: nobody waits for them, and pages must not wait because of them. */
const mostAtOnce = 4;

/** Runs work of which only so much may go on at once; what is more is refused, and its device asks again later. */
export function aheadReads(most = mostAtOnce): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  return async (work) => {
    if (running >= most) throw refusal('unavailable');
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
}
