import type { LanguageCode } from '@portal/api';
import { keptLanguage } from '../src/data/keptLanguage.ts';
import { languageOf } from '../src/words/locale.ts';
import { currentFace } from './face.ts';

/** Where the tablet keeps the language that staff chose on it. */
export const languageKey = 'kiosk.language';

/** The tablet's own language: what staff chose here last, else the facility's, else the device's; of those that the facility offers. */
export function tabletLanguage(): LanguageCode {
  const { language, languages } = currentFace();
  return keptLanguage(languageKey, languages) ?? languageOf([language ?? '', ...navigator.languages], languages) ?? languages[0] ?? 'en';
}
