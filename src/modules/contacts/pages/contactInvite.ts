import { onSessionEnd } from '../../../data/session.ts';
import type { Invited, Invitee } from '../invitee.ts';

/** The contact to be invited, and then the invited one with the PIN. In memory only: a reload or leaving forgets both. */
let invitee: Invitee | null = null;
let invited: Invited | null = null;

export function storeInvitee(who: Invitee): void {
  invitee = who;
  invited = null;
}
export const storedInvitee = (): Invitee | null => invitee;

export const storeInvited = (who: Invited): void => void (invited = who);
export const storedInvited = (): Invited | null => invited;

const pages = new Set(['/invite-auth-statement', '/contact-pin']);

/** Forgets both on any page but the two of an invitation. */
export function forgetInvitationOutside(path: string): void {
  if (!pages.has(path.toLowerCase())) forget();
}

function forget(): void {
  invitee = null;
  invited = null;
}

onSessionEnd(forget);
