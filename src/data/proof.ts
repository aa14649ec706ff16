import type { SharedError } from '@portal/api';
import { failureOf } from './errors.ts';

/** Shows the question that proves who sits at the page; true once it was answered, false where the person would rather not. */
export type AskForProof = () => Promise<boolean>;

let ask: AskForProof | null = null;
let asking: Promise<boolean> | null = null;

/** Says who asks; the layout does, for as long as it is there. Returns the way to stop. */
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

/** Asks the person to prove who they are; several calls that wait share one question. */
export async function proveWho(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
