import { reportPresence } from '@portal/api';
import { failureOf, isPassing } from './errors.ts';
import { send } from './http.ts';
import { currentProfile } from './profile.ts';

/** Milliseconds from activity to the report: the frame that shows what the person did comes first. */
const tellAfter = 1_000;
/** The server is told at most once in this many milliseconds. */
const tellEvery = 30_000;
/** The same after a try that did not reach the server. */
const tellAgainAfter = 5_000;

interface PresenceEnvironment {
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
  /** Runs something later; returns the function that cancels it. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  readonly tell: () => Promise<unknown>;
}

/** Collects activity of the person and reports it to the server. */
interface Presence {
  /** Notes activity of the person. */
  note(): void;
  stop(): void;
}

/**
 * Reports every activity, the last one included, and nothing else: without new activity nothing is reported, and a failed report is not
 * repeated, so that the server's limit runs while nobody is there.
 */
export function createPresence({ now, later, tell }: PresenceEnvironment): Presence {
  let toldAt = -Infinity;
  let callOff: (() => void) | null = null;
  const tellNow = () => {
    callOff = null;
    toldAt = now();
    tell().catch((error: unknown) => {
      const failure = failureOf(error);
      if (failure !== null && isPassing(failure)) toldAt = now() - tellEvery + tellAgainAfter;
    });
  };
  return {
    note() {
      callOff ??= later(Math.max(tellAfter, toldAt + tellEvery - now()), tellNow);
    },
    stop() {
      callOff?.();
      callOff = null;
    },
  };
}

/** Reports to the server that the person at this page is active. */
export const presenceAtServer = (): Presence =>
  createPresence({
    now: () => performance.now(),
    later: (milliseconds, run) => {
      const timer = setTimeout(run, milliseconds);
      return () => clearTimeout(timer);
    },
    tell: async () => {
      const userId = currentProfile()?.userId;
      if (userId !== undefined) await send(reportPresence, { params: { userId } });
    },
  });
