import type { SecondStepNeed } from '@portal/api';

interface Credentials {
  readonly username: string;
  readonly password: string;
}
/** A sign-in with the right password that lacks something, and what the page needs that goes on with it. */
export type UnfinishedSignIn =
  | (Credentials & { readonly lacks: 'newPassword' })
  | (Credentials & {
      readonly lacks: 'secondStep';
      readonly pending: string;
      readonly needs: SecondStepNeed;
      readonly textsTo: string | null;
    });
type Lack = UnfinishedSignIn['lacks'];

/** In memory only. */
let stored: UnfinishedSignIn | null = null;

export const storeUnfinished = (signIn: UnfinishedSignIn): void => void (stored = signIn);

/** The sign-in that lacks this; null where there is none, as after a reload. */
export function unfinishedSignIn<const L extends Lack>(lacks: L): Extract<UnfinishedSignIn, { lacks: L }> | null;
export function unfinishedSignIn(lacks: Lack): UnfinishedSignIn | null {
  return stored?.lacks === lacks ? stored : null;
}

/** Forgets it; one that lacks something else by now stays. */
export function forgetUnfinished(lacks: Lack): void {
  if (stored?.lacks === lacks) stored = null;
}
