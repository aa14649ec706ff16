import type { CareTeamMember } from '@portal/api';

/** Title, name and suffix: `Dr. Ottoline Fernbrook, MD`. */
export const careProviderName = (
  {
    careProviderTitleValue,
    suffix,
  }: { readonly careProviderTitleValue: string | null; readonly suffix: string | null },
  name: string,
): string => [[careProviderTitleValue, name].filter(Boolean).join(' '), suffix].filter(Boolean).join(', ');

const wordsOf = (text: string): string =>
  ` ${
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}'’-]+/gu)
      ?.join(' ') ?? ''
  } `;

/** The person whose name is in a text of the record (`Fernbrook, Ottoline MD`); null when there is none, or two with the same name. */
export function personNamedIn<Person extends { readonly firstName: string; readonly lastName: string }>(
  text: string,
  people: readonly Person[],
): Person | null {
  const words = wordsOf(text);
  const named = people.filter(({ firstName, lastName }) =>
    [firstName, lastName].every((name) => name.trim() !== '' && words.includes(wordsOf(name))),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Whether a message can be sent to this person through a system that supports it (specification 2, section 2). */
export const takesMessages = ({
  preferredSecureMessageIfSystemId,
  secureMessageRecipientForPatient,
}: Pick<CareTeamMember, 'preferredSecureMessageIfSystemId' | 'secureMessageRecipientForPatient'>): boolean =>
  preferredSecureMessageIfSystemId !== null && secureMessageRecipientForPatient;
