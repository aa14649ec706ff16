import type { LanguageCode } from '@portal/api';
import { changeLanguage, languageOf, localeOf } from '../src/words/index.ts';
import { currentFace } from './face.ts';

const key = 'kiosk.language';

function chosen(): LanguageCode | null {
  try {
    return languageOf([localStorage.getItem(key) ?? ''], currentFace().languages);
  } catch {
    return null;
  }
}

/** The tablet's own language: what staff chose here last, else the facility's, else the device's; of those that the facility offers. */
export function tabletLanguage(): LanguageCode {
  const { language, languages } = currentFace();
  return chosen() ?? languageOf([language ?? '', ...navigator.languages], languages) ?? languages[0] ?? 'en';
}

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
    localStorage.setItem(key, code);
  } catch {
    // A tablet that stores nothing starts in the facility's language.
  }
}
