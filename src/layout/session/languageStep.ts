import type { LanguageCode, UserProfile } from '@portal/api';

/** The part of an account that decides the language. */
export type Account = Pick<UserProfile, 'languageCode' | 'loginType'>;

/** What a sign-in or a reload does with the language: saves what was chosen before the sign-in, or shows the account's language. */
type LanguageStep =
  | { readonly kind: 'save'; readonly code: LanguageCode }
  | { readonly kind: 'show'; readonly code: LanguageCode }
  | { readonly kind: 'nothing' };

/** `chosen`: the language before the sign-in; `shown`: the current one. An emailed link does not replace a patient's own. */
export function languageStep(
  { languageCode, loginType }: Account,
  { chosen, shown, offered }: { chosen: LanguageCode | null; shown: LanguageCode; offered: readonly LanguageCode[] },
): LanguageStep {
  if (loginType === 'patientLinkUser') {
    if (languageCode === null) return { kind: 'save', code: chosen ?? shown };
    if (chosen !== null) return { kind: 'nothing' };
  } else if (chosen !== null) return { kind: 'save', code: chosen };
  return languageCode !== null && offered.includes(languageCode)
    ? { kind: 'show', code: languageCode }
    : { kind: 'nothing' };
}
