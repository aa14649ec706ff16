import type { LanguageCode } from '@portal/api';
import { showMessage } from '../../words/index.ts';
import { hasTabSession } from '../../data/tabSession.ts';
import { storeLanguage } from '../../browser/storedLanguage.ts';
import { showLanguage } from '../../browser/showLanguage.ts';
import { accountLanguageKey, choiceKey, languageKey } from '../../browser/startLanguage.ts';

/** Loaded later, because it needs the calls, which the login form shows without. */
const atServer = () => import('../deferred/languageAtServer.ts');

/** A person picks a language: shown at once, remembered on this device and with the account, now or at the sign-in that follows. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  if (!(await showLanguage(code))) {
    showMessage('languageNotLoaded');
    return;
  }
  storeLanguage(languageKey, code);
  storeLanguage(hasTabSession('portal') ? accountLanguageKey : choiceKey, code, 'tab');
  atServer().then(
    ({ loadFacilityWords, rememberWithAccount }) => Promise.all([loadFacilityWords(), rememberWithAccount(code)]),
    () => undefined,
  );
}
