import type { CalendarDate, Contact } from '@portal/api';

/** What a contact may do in the record, and what the patient can do about it (specification 2, section 4). */
export type AccessState =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'notInvited' }
  | { readonly kind: 'invited'; readonly isOver: boolean; readonly canResend: boolean }
  | {
      readonly kind: 'enabled';
      /** Minutes until they can sign in again; null: they are not locked. */ readonly lockedMinutes: number | null;
    }
  | { readonly kind: 'disabled' }
  /** The last day is over. */
  | { readonly kind: 'ended'; readonly lastDay: CalendarDate };

/** A contact that is being added has no account and no invitation. */
export function accessState(
  contact: Pick<
    Contact,
    | 'authorizedRepresentativeUserId'
    | 'isAuthorizedRepresentativeActive'
    | 'invitationId'
    | 'isInvitationExpired'
    | 'isInvitationLocked'
    | 'userInfo'
    | 'lastDay'
  > | null,
  canInvite: boolean,
  today: CalendarDate,
): AccessState {
  if (contact === null || contact.authorizedRepresentativeUserId === null) {
    if (contact === null || contact.invitationId === null) return { kind: canInvite ? 'notInvited' : 'nothing' };
    return {
      kind: 'invited',
      isOver: contact.isInvitationExpired || contact.isInvitationLocked,
      canResend: canInvite,
    };
  }
  if (!contact.isAuthorizedRepresentativeActive) {
    const { lastDay } = contact;
    return lastDay !== null && lastDay < today ? { kind: 'ended', lastDay } : { kind: 'disabled' };
  }
  return {
    kind: 'enabled',
    lockedMinutes:
      contact.userInfo?.isLockedOut === true
        ? Math.max(1, Math.ceil(contact.userInfo.minutesLeftBeforeLockoutExpires))
        : null,
  };
}

/** The only primary contact stays primary until another becomes it. */
export const isPrimaryFixed = (contact: Pick<Contact, 'isPrimaryContact'> | null): boolean =>
  contact?.isPrimaryContact === true;

/** A list with a contact as it was just saved; at most one contact is primary. */
export function withContact(contacts: readonly Contact[], saved: Contact): Contact[] {
  const others = contacts.map((contact) =>
    saved.isPrimaryContact && contact.isPrimaryContact && contact.contactId !== saved.contactId
      ? { ...contact, isPrimaryContact: false }
      : contact,
  );
  return others.some(({ contactId }) => contactId === saved.contactId)
    ? others.map((contact) => (contact.contactId === saved.contactId ? saved : contact))
    : [...others, saved];
}
