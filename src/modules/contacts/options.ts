import type { AnswerOf, getPreferredCommunications, getSupportedLanguages } from '@portal/api';
import type { AddressOption } from '../../ui/form/addressOptions.ts';

export type Languages = AnswerOf<typeof getSupportedLanguages>;

/** Fax is not offered (specification 2, section 5). */
export const communicationOptions = (all: AnswerOf<typeof getPreferredCommunications>): AddressOption[] =>
  all.flatMap(({ preferredCommunicationId, preferredCommunicationCode, preferredCommunicationDisplay }) =>
    preferredCommunicationCode.toLowerCase() === 'fax'
      ? []
      : [{ value: String(preferredCommunicationId), label: preferredCommunicationDisplay }],
  );

export const languageOptions = (languages: Languages): AddressOption[] =>
  languages.flatMap(({ languageId, displayName }) =>
    languageId === undefined ? [] : [{ value: String(languageId), label: displayName }],
  );
