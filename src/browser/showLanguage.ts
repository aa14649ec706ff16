import type { LanguageCode } from '@portal/api';
import { changeLanguage, localeOf } from '../words/index.ts';

/** Changes the page's language; if the texts cannot be loaded, everything stays as it is. True when it worked. */
export async function showLanguage(code: LanguageCode): Promise<boolean> {
  try {
    await changeLanguage(code);
  } catch {
    return false;
  }
  document.documentElement.lang = localeOf(code);
  return true;
}
