import type { LanguageCode } from '@portal/api';
import { currentBranding } from '../../browser/branding.ts';
import { storeLanguage } from '../../browser/storedLanguage.ts';
import { showLanguage } from '../../browser/showLanguage.ts';
import { accountLanguageKey, choiceBeforeSignIn, choiceKey } from '../../browser/startLanguage.ts';
import { loadFacilityWords } from '../../data/languagePack.ts';
import { onSessionEnd } from '../../data/session.ts';
import { words } from '../../words/index.ts';
import { rememberWithAccount } from '../deferred/languageAtServer.ts';
import { type Account, languageStep } from './languageStep.ts';

/** The account's language when it was last read: an answer that is older than the person's choice repeats it. */
let seen: LanguageCode | null | undefined;

/** Makes page and account use one language, at each sign-in, each reload, and when another device has changed it. */
export function followAccountLanguage(profile: Account): void {
  if (seen === profile.languageCode) return;
  seen = profile.languageCode;
  const step = languageStep(profile, {
    chosen: choiceBeforeSignIn(),
    shown: words().language,
    offered: currentBranding().languages,
  });
  storeLanguage(choiceKey, null, 'tab');
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
  });
}
