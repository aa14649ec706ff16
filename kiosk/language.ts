import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { facility } from '../src/data/facility.ts';
import { changeLanguage, languageOf, words } from '../src/words/index.ts';

const key = 'kiosk.language';

/** The tablet's own language: what staff chose here last, else the facility's, else the device's. */
export function tabletLanguage(): LanguageCode {
  const chosen = v.safeParse(LanguageCode, localStorage.getItem(key));
  return chosen.success ? chosen.output : facility()?.defaultLanguageCode ?? languageOf(navigator.languages) ?? 'en';
}

/** Shows the interface in a language. A text that cannot be fetched leaves the one that stands. */
export async function showLanguage(code: LanguageCode): Promise<void> {
  try {
    await changeLanguage(code);
  } catch {
    return;
  }
  document.documentElement.lang = words().locale;
}

/** Staff's choice stays with the tablet; a patient's lasts as long as their visit. */
export async function chooseLanguage(code: LanguageCode, whose: 'tablet' | 'visit'): Promise<void> {
  await showLanguage(code);
  if (whose === 'tablet') localStorage.setItem(key, code);
}
