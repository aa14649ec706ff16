import { currentBranding } from '../../../browser/branding.ts';
import { showLanguage } from '../../../browser/showLanguage.ts';
import type { Search } from '../../../browser/search.ts';
import { forgetSecret, secretFor } from '../../../layout/routing/addressSecret.ts';
import { storePin } from './signUpState.ts';

const digitsOf = (pin: string): string => pin.replace(/\D/g, '');

/**
 * Does what an address of `/sign-up` asks for: `language` sets the language, `pin` is kept in memory (specification 1, section 2).
 * The PIN of the address with which the page was opened is out of it already. Gives the query to go on with, without both, or
 * null where the address may stay.
 */
export async function takeFromAddress({ language, pin, ...others }: Search): Promise<Record<string, string> | null> {
  const given = pin ?? secretFor('/sign-up');
  if (given !== null) storePin(digitsOf(given));
  forgetSecret();
  const code = currentBranding().languages.find((offered) => offered === language);
  if (code !== undefined) await showLanguage(code);
  return language === undefined && pin === undefined ? null : others;
}
