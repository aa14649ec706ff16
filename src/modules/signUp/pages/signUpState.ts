import type { Verified } from '../identity.ts';

/** What signing up has so far. In memory only: a reload, and leaving, begin again. */
let pin: string | null = null;
let verified: Verified | null = null;

/** The PIN of an invitation's link. */
export const storePin = (given: string): void => void (pin = given);
export const storedPin = (): string | null => pin;

/** Whom an account may be made for. */
export const storeVerifiedIdentity = (who: Verified): void => void (verified = who);
export const verifiedIdentity = (): Verified | null => verified;

/** Invitations that were accepted since the page was loaded: Back leads to the form of none of them. */
const accepted = new Set<string>();
export const noteAccepted = (who: Verified): void => {
  if (who.kind === 'representative') accepted.add(who.token);
};
export const wasAccepted = (token: string): boolean => accepted.has(token);

/** Forgets what the next page must not know: the first step verifies again and keeps the PIN only, and other pages keep nothing. */
export function forgetSignUpOutside(path: string): void {
  const page = path.toLowerCase();
  if (page === '/create-account') return;
  verified = null;
  if (page !== '/sign-up') pin = null;
}
