import { afterNextPaint } from '../../browser/painting/afterPaint.ts';
import { queryClient } from './query.ts';

/** Milliseconds between two looks, and after which it runs while something is still asked for. */
const lookMs = 200;
const longestMs = 5_000;

/**
 * Runs a function when the page has its answers and shows them. For code that nobody looks at, so that a slow line brings what the page shows
 * before it. Returns a function that cancels it.
 */
export function afterAnswers(run: () => void): () => void {
  const until = performance.now() + longestMs;
  let stop: () => void;
  const look = () => {
    const isAsking = queryClient.isFetching() > 0 && performance.now() < until;
    if (isAsking) waitAndLook();
    else stop = afterNextPaint(run);
  };
  const waitAndLook = () => {
    const timer = setTimeout(look, lookMs);
    stop = () => clearTimeout(timer);
  };
  waitAndLook();
  return () => stop();
}
