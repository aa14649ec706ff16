import { reportPresence } from '@portal/api';
import { failureOf, isPassing } from './errors.ts';
import { send } from './http.ts';
import { currentProfile } from './profile.ts';

/** Milliseconds from a sign of the person to the telling: the frame that shows what they did comes first. */
const tellAfter = 1_000;
/** The server is told at most this often. */
const tellEvery = 30_000;
/** The same after a try that did not reach it. */
const tellAgainAfter = 5_000;

export interface PresenceEnvironment {
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number;
  /** Runs something later; gives the way to call it off. */
  readonly later: (milliseconds: number, run: () => void) => () => void;
  readonly tell: () => Promise<unknown>;
}

/** What hears signs of the person and tells the server of them. */
export interface Presence {
  /** A sign of the person. */
  note(): void;
  stop(): void;
}

/**
 * Tells of signs, the last one included, and of nothing else: without a sign nothing is told, not even a second time after a
 * failure, so that the server's limit runs while nobody is there.
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

/** Tells the server of the person at this page. */
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
