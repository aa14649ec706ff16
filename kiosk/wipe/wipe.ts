import { waitAtMost } from '../../src/data/pause.ts';
import type { AnswerFate } from '../patient/fate.ts';

/** Why a patient's visit ends; the page after the visit says it. */
export const wipeReasons = ['finished', 'idle', 'notMe', 'left', 'ended'] as const;
export type WipeReason = (typeof wipeReasons)[number];

/** The steps of a wipe. Each runs on its own, so that one that fails stops none of the others. */
export interface WipeSteps {
  /** Removes the visit from the screen at once. */
  cover(): void;
  /** Saves the current answers in the server's draft. */
  flushDraft(): Promise<void>;
  /** What happened to the answers, once there was time to save them; null where there are none. */
  fateOfAnswers(): AnswerFate | null;
  /** Ends the patient's session on the server. */
  endSession(): Promise<void>;
  /** Deletes what the page holds: memory, storage, caches, databases. */
  forget(): Promise<void>;
  /** Opens a new document in place of this history entry. */
  leave(reason: WipeReason, fate: AnswerFate | null): void;
}

/** Milliseconds that a step may take before the wipe continues without it. */
interface WipeTimeoutsMs {
  readonly flush: number;
  readonly end: number;
  readonly forget: number;
}

const wipeTimeoutsMs: WipeTimeoutsMs = { flush: 4000, end: 2000, forget: 1500 };

/** A promise that also rejects where the step throws synchronously: neither may keep the patient's page open. */
const begun = async (step: () => Promise<void>): Promise<void> => step();
const atMost = (bound: number, step: () => Promise<void>): Promise<void> => waitAtMost(bound, begun(step));

/** Makes the function that ends a visit: the first call wipes, each later one waits for the same wipe. */
export function createWipe(
  steps: WipeSteps,
  bounds: WipeTimeoutsMs = wipeTimeoutsMs,
): (reason: WipeReason) => Promise<void> {
  let running: Promise<void> | null = null;
  const run = async (reason: WipeReason): Promise<void> => {
    try {
      steps.cover();
    } catch {
      // If the page cannot be covered, it is left even sooner.
    }
    await atMost(bounds.flush, () => steps.flushDraft());
    const fate = steps.fateOfAnswers();
    await atMost(bounds.end, () => steps.endSession());
    await atMost(bounds.forget, () => steps.forget());
    steps.leave(reason, fate);
  };
  return (reason) => (running ??= run(reason));
}
