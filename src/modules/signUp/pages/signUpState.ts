import type { Verified } from '../identity.ts';

/** The state of signing up. In memory only: a reload, or leaving, starts over. */
let pin: string | null = null;
let verified: Verified | null = null;

/** The PIN of an invitation's link. */
export const storePin = (given: string): void => void (pin = given);
export const storedPin = (): string | null => pin;

/** The person for whom an account may be made. */
export const storeVerifiedIdentity = (who: Verified): void => void (verified = who);
export const verifiedIdentity = (): Verified | null => verified;

/** Invitations that were accepted since the page was loaded: Back must not lead to their forms. */
const accepted = new Set<string>();
export const noteAccepted = (who: Verified): void => {
  if (who.kind === 'representative') accepted.add(who.token);
};
export const wasAccepted = (token: string): boolean => accepted.has(token);

/** Forgets what the next page must not know: the first step verifies again and only keeps the PIN, and other pages keep nothing. */
export function forgetSignUpOutside(path: string): void {
  const page = path.toLowerCase();
  if (page === '/create-account') return;
  verified = null;
  if (page !== '/sign-up') pin = null;
}
