import type { LanguageCode } from '@portal/api';
import { languageOf } from '../words/locale.ts';

/** The language that this device keeps under a key, where it is one of those offered, or null. */
export function keptLanguage(key: string, offered: readonly LanguageCode[]): LanguageCode | null {
  try {
    return languageOf([localStorage.getItem(key) ?? ''], offered);
  } catch {
    return null;
  }
}
