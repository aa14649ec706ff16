import type { LanguageCode } from '@portal/api';
import { languageOf } from '../words/locale.ts';

/** For the device, or for this tab until its session ends. */
export type LanguageScope = 'device' | 'tab';
const storageOf = (where: LanguageScope): Storage => (where === 'device' ? localStorage : sessionStorage);

/** Keeps a language under a key, or forgets it; a device that stores nothing asks again next time. */
export function storeLanguage(key: string, code: LanguageCode | null, where: LanguageScope = 'device'): void {
  try {
    if (code === null) storageOf(where).removeItem(key);
    else storageOf(where).setItem(key, code);
  } catch {
    // Private windows and full devices.
  }
}

/** The language that is kept under a key, where it is one of those offered, or null. */
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
