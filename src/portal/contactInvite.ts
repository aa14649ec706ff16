import { onSessionEnd } from '../data/session.ts';
import type { Invited } from '../features/contacts/Invitation.tsx';

/** Whom the patient has just invited, with the PIN. In memory only: a reload, and leaving, forget it. */
let invited: Invited | null = null;
let agreed = false;

export function keepInvited(who: Invited): void {
  invited = who;
  agreed = false;
}
export const keptInvited = (): Invited | null => invited;

/** The statement was agreed to: from now on the PIN may be shown. */
export const agree = (): void => void (agreed = true);
export const agreedInvited = (): Invited | null => (agreed ? invited : null);

const pages = new Set(['/invite-auth-statement', '/contact-pin']);

/** Forgets whom, on any page but the two of an invitation. */
export function keepInvitedOnlyFor(path: string): void {
  if (!pages.has(path.toLowerCase())) forget();
}

function forget(): void {
  invited = null;
  agreed = false;
}

onSessionEnd(forget);
