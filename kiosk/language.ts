import type { LanguageCode } from '@portal/api';
import { changeLanguage, localeOf } from '../src/words/index.ts';
import { languageKey } from './tabletLanguage.ts';

/** Shows the interface in a language. Texts that cannot be fetched leave the language that stands. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  try {
    await changeLanguage(code);
  } catch {
    return;
  }
  document.documentElement.lang = localeOf(code);
}

/** Staff's choice stays with the tablet; a patient's lasts as long as their visit. */
export async function chooseLanguage(code: LanguageCode, whose: 'tablet' | 'visit'): Promise<void> {
  await showLanguage(code);
  import('./facilityWords.ts').then(({ loadFacilityWords }) => loadFacilityWords(), () => undefined);
  if (whose === 'visit') return;
  try {
    localStorage.setItem(languageKey, code);
  } catch {
    // A tablet that stores nothing starts in the facility's language.
  }
}
