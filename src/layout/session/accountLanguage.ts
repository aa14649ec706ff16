import type { LanguageCode, UserProfile } from '@portal/api';
import { currentBranding } from '../../browser/branding.ts';
import { storeLanguage } from '../../browser/storedLanguage.ts';
import { showLanguage } from '../../browser/showLanguage.ts';
import { accountLanguageKey, unsavedLanguage, choiceKey } from '../../browser/startLanguage.ts';
import { loadFacilityWords } from '../../data/languagePack.ts';
import { onSessionEnd } from '../../data/session.ts';
import { words } from '../../words/index.ts';
import { rememberWithAccount } from '../deferred/languageAtServer.ts';

/** The part of an account that decides the language. */
type Account = Pick<UserProfile, 'languageCode' | 'loginType'>;

/** What a sign-in or a reload does with the language: saves what was chosen before the sign-in, or shows the account's language. */
type LanguageStep =
  | { readonly kind: 'save'; readonly code: LanguageCode }
  | { readonly kind: 'show'; readonly code: LanguageCode }
  | { readonly kind: 'nothing' };

/**
 * `chosen`: the language before the sign-in; `shown`: the current one. An account without a language gets the one that its person reads, for
 * the facility's texts and mails are written in the account's. An emailed link does not replace a patient's own.
 */
export function languageStep(
  { languageCode, loginType }: Account,
  { chosen, shown, offered }: { chosen: LanguageCode | null; shown: LanguageCode; offered: readonly LanguageCode[] },
): LanguageStep {
  if (languageCode === null) return { kind: 'save', code: chosen ?? shown };
  if (chosen !== null) return loginType === 'patientLinkUser' ? { kind: 'nothing' } : { kind: 'save', code: chosen };
  return offered.includes(languageCode) ? { kind: 'show', code: languageCode } : { kind: 'nothing' };
}

/** The account's language when it was last read: an answer that is older than the person's choice repeats it. */
let seen: LanguageCode | null | undefined;

/** Makes page and account use one language, at each sign-in, each reload, and when another device has changed it. */
export function followAccountLanguage(profile: Account): void {
  if (seen === profile.languageCode) return;
  seen = profile.languageCode;
  const step = languageStep(profile, {
    chosen: unsavedLanguage(),
    shown: words().language,
    offered: currentBranding().languages,
  });
  if (step.kind !== 'save') storeLanguage(choiceKey, null, 'tab');
  if (step.kind === 'nothing') return;
  storeLanguage(accountLanguageKey, step.code, 'tab');
  if (step.kind === 'save') void rememberWithAccount(step.code);
  else if (step.code !== words().language)
    void showLanguage(step.code).then((shown) => (shown ? loadFacilityWords() : undefined));
}

/** Forgets the account's language with its session. */
export function watchAccountLanguage(): void {
  onSessionEnd(() => {
    seen = undefined;
    storeLanguage(accountLanguageKey, null, 'tab');
    storeLanguage(choiceKey, null, 'tab');
  });
}
