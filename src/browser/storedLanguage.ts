import type { LanguageCode } from '@portal/api';
import { languageOf } from '../words/locale.ts';

/** `device`: for this device; `tab`: for this tab until its session ends. */
type LanguageScope = 'device' | 'tab';
const storageOf = (where: LanguageScope): Storage => (where === 'device' ? localStorage : sessionStorage);

/** Stores a language under a key, or removes it. A device that stores nothing asks again next time. */
export function storeLanguage(key: string, code: LanguageCode | null, where: LanguageScope = 'device'): void {
  try {
    if (code === null) storageOf(where).removeItem(key);
    else storageOf(where).setItem(key, code);
  } catch {
    // Private windows and full devices throw.
  }
}

/** The language stored under a key if the facility offers it, or null. */
export function storedLanguage(
  key: string,
  offered: readonly LanguageCode[],
  where: LanguageScope = 'device',
): LanguageCode | null {
  try {
    return languageOf([storageOf(where).getItem(key) ?? ''], offered);
  } catch {
    return null;
  }
}
