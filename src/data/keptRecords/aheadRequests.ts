import { areTermsRequired, type Failure, failureOf, isPassing } from '../errors.ts';
import type { AheadCopies } from './aheadCopies.ts';
import type { AheadCount } from './aheadCount.ts';
import { type AheadEnvironment, RunEnded } from './aheadEnvironment.ts';

/** How often one thing is asked for before it is left for the next run. */
const tries = 3;
/** Milliseconds of the first wait after a failure; each further one is longer. */
const retryAfter = 2_000;

type Fetched<T> = { readonly kind: 'there'; readonly value: T } | { readonly kind: 'gone' | 'failed' };

/** What a failure means for the run. `gone`: the server has no such thing for this person. `failed`: for the next run. */
function meaningOf(failure: Failure | null): 'ended' | 'gone' | 'passing' | 'failed' {
  if (failure === null || failure.kind === 'sessionEnded') return 'ended';
  // Until the terms are accepted nothing is given, and the page says so.
  if (areTermsRequired(failure) || (failure.kind === 'refused' && failure.status === 401)) return 'ended';
  if (failure.kind === 'refused' && (failure.status === 404 || failure.status === 403)) return 'gone';
  return isPassing(failure) ? 'passing' : 'failed';
}

/** Makes the requests of a run, each when the page is quiet and nothing stands in the way. */
export function createAheadRequests(
  environment: AheadEnvironment,
  signal: AbortSignal,
  copies: AheadCopies,
  count: AheadCount,
) {
  let failures = 0;
  let isOver = false;

  /** Waits until something may be fetched. */
  async function ready(): Promise<void> {
    for (;;) {
      if (signal.aborted || isOver) throw new RunEnded();
      const obstacle = environment.obstacle();
      if (obstacle === null) {
        await environment.whenQuiet(signal);
        if (signal.aborted || isOver) throw new RunEnded();
        if (environment.obstacle() === null) return count.show('running');
        continue;
      }
      // What is fetched already is safe before a wait that may be the last thing that happens here.
      if (copies.hasGathered()) await copies.write();
      count.show('waiting', obstacle === 'away' ? null : obstacle);
      await environment.obstacleChange(signal);
    }
  }

  return {
    /** One answer, in a few tries. */
    async fetch<T>(ask: () => Promise<T>): Promise<Fetched<T>> {
      for (let attempt = 1; ; attempt += 1) {
        await ready();
        try {
          const value = await ask();
          if (signal.aborted) throw new RunEnded();
          return { kind: 'there', value };
        } catch (error) {
          const meaning = signal.aborted ? 'ended' : meaningOf(failureOf(error));
          if (meaning === 'ended') throw new RunEnded();
          if (meaning === 'gone') return { kind: 'gone' };
          if (meaning === 'failed' || attempt >= tries) {
            failures += 1;
            return { kind: 'failed' };
          }
          await environment.pause(retryAfter * 2 ** (attempt - 1), signal);
        }
      }
    },
    addFailure(): void {
      failures += 1;
    },
    hasFailures: () => failures > 0,
    /** What is still under way ends too. */
    stop(): void {
      isOver = true;
    },
  };
}

export type AheadRequests = ReturnType<typeof createAheadRequests>;
