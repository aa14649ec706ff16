import type { SharedError } from '@portal/api';
import { failureOf } from './errors.ts';

/** Asks the person to prove who they are; resolves with true once they have, false if they decline. */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | null = null;
let asking: Promise<boolean> | null = null;

/** Sets the function that asks; the layout does while it is shown. Returns the function that removes it. */
export function provideProof(how: AskForProof): () => void {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

/** Whether a call was refused until the person proves who they are. */
export const needsProof = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.kind === 'refused' && failure.body.error.toString() === ('password_needed' satisfies SharedError);
};

/** Asks the person to prove who they are. Several waiting calls share one question. */
export async function proveWho(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
