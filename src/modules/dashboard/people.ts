import type { CareTeamMember, Contact } from '@portal/api';

/** Compares names in the order of the language: accents count, case does not. */
const order = (locale: string) => {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'accent', numeric: true });
  return (one: readonly string[], other: readonly string[]): number => {
    for (const [place, name] of one.entries()) {
      const found = compare(name.trim(), other[place]?.trim() ?? '');
      if (found !== 0) return found;
    }
    return 0;
  };
};

/** By last, then first name, ignoring case (specification 2, section 2). */
export function careTeamOrder<M extends Pick<CareTeamMember, 'lastName' | 'firstName'>>(
  members: readonly M[],
  locale: string,
): M[] {
  const compare = order(locale);
  return members.toSorted((one, other) => compare([one.lastName, one.firstName], [other.lastName, other.firstName]));
}

/** The primary one, then by first and last name (specification 2, section 2). */
export function contactOrder<C extends Pick<Contact, 'contactFirstName' | 'contactLastName' | 'isPrimaryContact'>>(
  contacts: readonly C[],
  locale: string,
): C[] {
  const compare = order(locale);
  return contacts.toSorted(
    (one, other) =>
      Number(other.isPrimaryContact) - Number(one.isPrimaryContact) ||
      compare([one.contactFirstName, one.contactLastName], [other.contactFirstName, other.contactLastName]),
  );
}

/** Whether a contact may see the record (specification 2, section 2). An expired or locked invitation lets nobody in. */
export function accessOf({
  isAuthorizedRepresentativeActive,
  authorizedRepresentativeUserId,
  invitationId,
  isInvitationExpired,
  isInvitationLocked,
}: Pick<
  Contact,
  | 'isAuthorizedRepresentativeActive'
  | 'authorizedRepresentativeUserId'
  | 'invitationId'
  | 'isInvitationExpired'
  | 'isInvitationLocked'
>): 'authorized' | 'notAuthorized' | 'pending' {
  if (authorizedRepresentativeUserId !== null) return isAuthorizedRepresentativeActive ? 'authorized' : 'notAuthorized';
  return invitationId !== null && !isInvitationExpired && !isInvitationLocked ? 'pending' : 'notAuthorized';
}
