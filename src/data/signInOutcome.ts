import { requestToken, SecondStepRequired, type UserProfile } from '@portal/api';
import * as v from 'valibot';
import { failureOf, someMessageFor, refusalOf, type ShownMessage } from './errors.ts';
import type { SignIn } from './signInRequest.ts';
import { storeUnfinished } from './unfinishedSignIn.ts';

export type SignInOutcome =
  | { readonly kind: 'signedIn'; readonly profile: UserProfile }
  /** The password is right, and nobody is signed in yet: this page takes what `unfinishedSignIn` has. */
  | { readonly kind: 'unfinished'; readonly path: '/update-password' | '/second-step' }
  /** The kiosk must be set up on this tablet before it opens. */
  | { readonly kind: 'tabletNotSetUp' }
  | { readonly kind: 'failed'; readonly message: ShownMessage };

/** What to show of a sign-in that failed. */
export function failedSignIn(error: unknown): SignInOutcome {
  const failure = failureOf(error);
  const code = refusalOf(requestToken, failure);
  if (code === 'tablet_not_set_up') return { kind: 'tabletNotSetUp' };
  return { kind: 'failed', message: someMessageFor(failure) };
}

/** What a right password leads to where it is not enough; null for any other failure. */
export function nextSignInStep(way: SignIn, error: unknown): SignInOutcome | null {
  const failure = failureOf(error);
  if (way.kind !== 'password' || failure?.kind !== 'refused') return null;
  const { username, password } = way;
  if (refusalOf(requestToken, failure) === 'password_change_required') {
    storeUnfinished({ lacks: 'newPassword', username, password });
    return { kind: 'unfinished', path: '/update-password' };
  }
  const step = v.safeParse(SecondStepRequired, failure.body);
  if (!step.success) return null;
  const { pending, needs, textsTo = null } = step.output;
  storeUnfinished({ lacks: 'secondStep', username, password, pending, needs, textsTo });
  return { kind: 'unfinished', path: '/second-step' };
}
