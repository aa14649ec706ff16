import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { showLanguage } from '../shell/language.ts';
import type { Search } from '../shell/search.ts';
import { keepPin } from './signUpState.ts';

/**
 * What an address of `/sign-up` asks for is done, and taken out of it: `language` with `pin` sets the language and leads to
 * `?pin=`, `pin` alone is kept in memory (specification 1, section 2). Gives the query to go on with, or null where the
 * address may stay.
 */
export async function takeFromAddress({ language, pin, ...others }: Search): Promise<Record<string, string> | null> {
  if (language !== undefined) {
    const code = v.safeParse(LanguageCode, language);
    if (code.success) await showLanguage(code.output);
    return pin === undefined ? others : { ...others, pin };
  }
  if (pin === undefined) return null;
  keepPin(pin.replace(/\D/g, ''));
  return others;
}
