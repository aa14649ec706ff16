import type { LanguageCode } from '@portal/api';
import { storedLanguage } from './storedLanguage.ts';
import { languageOf } from '../words/locale.ts';
import { currentBranding } from './branding.ts';

/** The key of the language that was chosen on this device. */
export const languageKey = 'vestibule.language';

/** The key of the account's language in this tab, so that a reload starts with it. */
export const accountLanguageKey = 'vestibule.accountLanguage';
/** The key of the language that was chosen in this tab and that no account has yet. */
export const choiceKey = 'vestibule.languageChoice';

/** The language that was chosen in this tab and that no account has yet, if the facility offers it; else null. */
export const unsavedLanguage = (): LanguageCode | null => storedLanguage(choiceKey, currentBranding().languages, 'tab');

/** The first of these languages that the facility offers, else any that it offers. */
const offeredFirst = (wanted: readonly string[], offered: readonly LanguageCode[]): LanguageCode =>
  languageOf(wanted, offered) ?? offered[0] ?? 'en';

/** The start language, of those offered: the account's, else the one chosen on this device, else the device's, else the facility's. */
export function startLanguage(): LanguageCode {
  const { language, languages } = currentBranding();
  return (
    storedLanguage(accountLanguageKey, languages, 'tab') ??
    storedLanguage(languageKey, languages) ??
    offeredFirst([...navigator.languages, language ?? ''], languages)
  );
}

/** The key of the language that staff chose on this tablet. */
export const tabletLanguageKey = 'kiosk.language';

/** A tablet's own language, of those offered: the one that staff chose last on it, else the facility's, else the device's. */
export function tabletLanguage(): LanguageCode {
  const { language, languages } = currentBranding();
  return (
    storedLanguage(tabletLanguageKey, languages) ?? offeredFirst([language ?? '', ...navigator.languages], languages)
  );
}
