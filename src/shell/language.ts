import type { LanguageCode } from '@portal/api';
import { changeLanguage, localeOf, showMessage, words } from '../words/index.ts';
import { currentFace } from './face.ts';
import { chosenLanguage, languageKey } from './startLanguage.ts';

function remember(code: LanguageCode): void {
  try {
    localStorage.setItem(languageKey, code);
  } catch {
    // A device that stores nothing asks again next time.
  }
}

/** Shows the page in a language; where its texts cannot be fetched everything stays as it is. True when it worked. */
export async function showLanguage(code: LanguageCode): Promise<boolean> {
  try {
    await changeLanguage(code);
  } catch {
    return false;
  }
  document.documentElement.lang = localeOf(code);
  return true;
}

/** The rest is for the server and the facility; it comes with what talks to them. */
const atServer = () => import('./languageAtServer.ts');

/** A person picks a language: shown at once, remembered on this device and, when signed in, with the account. */
export async function chooseLanguage(code: LanguageCode): Promise<void> {
  if (!(await showLanguage(code))) {
    showMessage('languageNotLoaded');
    return;
  }
  remember(code);
  atServer().then(
    ({ loadFacilityWords, rememberWithAccount }) => Promise.all([loadFacilityWords(), rememberWithAccount(code)]),
    () => undefined,
  );
}

/** After sign-in: the account's language where the facility offers it, unless one was chosen on this device. */
export async function followAccountLanguage(code: LanguageCode | null): Promise<void> {
  if (code === null || chosenLanguage() !== null || code === words().language || !currentFace().languages.includes(code) || !(await showLanguage(code))) return;
  atServer().then(
    ({ loadFacilityWords }) => loadFacilityWords(),
    () => undefined,
  );
}
