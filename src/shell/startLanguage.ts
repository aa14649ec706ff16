import type { LanguageCode } from '@portal/api';
import { keptLanguage } from '../data/keptLanguage.ts';
import { languageOf } from '../words/locale.ts';
import { currentFace } from './face.ts';

/** Where this device keeps the language that was chosen on it. */
export const languageKey = 'vestibule.language';

/** The language that was chosen on this device, where the facility offers it, or null. */
export const chosenLanguage = (): LanguageCode | null => keptLanguage(languageKey, currentFace().languages);

/** The language to start in, of those that the facility offers: what was chosen on this device, else the device's own, else the facility's. */
export function startLanguage(): LanguageCode {
  const { language, languages } = currentFace();
  return chosenLanguage() ?? languageOf([...navigator.languages, language ?? ''], languages) ?? languages[0] ?? 'en';
}
