import { waitAtMost } from '../../src/data/pause.ts';
import type { AnswerFate } from '../patient/fate.ts';

/** Why a patient's visit ends; the tablet that comes back to staff says it. */
export const wipeReasons = ['finished', 'idle', 'notMe', 'left', 'ended'] as const;
export type WipeReason = (typeof wipeReasons)[number];

/** What a wipe does, each step on its own so that one that fails stops none of the others. */
export interface WipeSteps {
  /** Takes the visit off the screen at once. */
  cover(): void;
  /** Sends the answers of the moment to the server's draft. */
  flushDraft(): Promise<void>;
  /** What has become of the answers, once there was time to save them; null where there are none. */
  fateOfAnswers(): AnswerFate | null;
  /** Ends the patient's session on the server. */
  endSession(): Promise<void>;
  /** Forgets what the page holds: memory, storage, caches, databases. */
  forget(): Promise<void>;
  /** Leaves for a fresh document, in place of this history entry. */
  leave(reason: WipeReason, fate: AnswerFate | null): void;
}

/** Milliseconds that a step may take before the wipe goes on without it. */
export interface WipeBounds {
  readonly flush: number;
  readonly end: number;
  readonly forget: number;
}

export const wipeBounds: WipeBounds = { flush: 4000, end: 2000, forget: 1500 };

/** As a promise that rejects, also where the step throws at once: neither must keep the patient's page open. */
const begun = async (step: () => Promise<void>): Promise<void> => step();
const atMost = (bound: number, step: () => Promise<void>): Promise<void> => waitAtMost(bound, begun(step));

/** Makes the one way in which a visit ends: the first call wipes, every later one waits for the same wipe. */
export function wiper(steps: WipeSteps, bounds: WipeBounds = wipeBounds): (reason: WipeReason) => Promise<void> {
  let running: Promise<void> | null = null;
  const run = async (reason: WipeReason): Promise<void> => {
    try {
      steps.cover();
    } catch {
      // A page that cannot be covered is left all the sooner.
    }
    await atMost(bounds.flush, () => steps.flushDraft());
    const fate = steps.fateOfAnswers();
    await atMost(bounds.end, () => steps.endSession());
    await atMost(bounds.forget, () => steps.forget());
    steps.leave(reason, fate);
  };
  return (reason) => (running ??= run(reason));
}
