import type { LanguageCode } from '@portal/api';
import { showMessage } from '../../words/index.ts';
import { hasTabSession } from '../../data/tabSession.ts';
import { storeLanguage } from '../../browser/storedLanguage.ts';
import { showLanguage } from '../../browser/showLanguage.ts';
import { accountLanguageKey, choiceKey, languageKey } from '../../browser/startLanguage.ts';

/** Loaded later, because it needs the calls, and the login form shows without them. */
const atServer = () => import('../deferred/languageAtServer.ts');

/** Changes the language: shown at once, stored on this device and with the account, now or at the following sign-in. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  if (!(await showLanguage(code))) {
    showMessage('languageNotLoaded');
    return;
  }
  storeLanguage(languageKey, code);
  if (hasTabSession('portal')) storeLanguage(accountLanguageKey, code, 'tab');
  // Until the account has it, which without a connection is at the next sign-in.
  storeLanguage(choiceKey, code, 'tab');
  atServer().then(
    ({ loadFacilityWords, rememberWithAccount }) => Promise.all([loadFacilityWords(), rememberWithAccount(code)]),
    () => undefined,
  );
}
