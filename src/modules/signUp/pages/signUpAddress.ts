import { currentBranding } from '../../../browser/branding.ts';
import { showLanguage } from '../../../browser/showLanguage.ts';
import type { Search } from '../../../browser/search.ts';
import { forgetSecret, secretFor } from '../../../layout/routing/addressSecret.ts';
import { storePin } from './signUpState.ts';

const digitsOf = (pin: string): string => pin.replace(/\D/g, '');

/**
 * Applies the address of `/sign-up`: `language` sets the language, `pin` is stored in memory (specification 1, section 2). The PIN of the
 * first address was removed already. Returns the query without both, or null where the address may stay.
 */
export async function takeFromAddress({ language, pin, ...others }: Search): Promise<Record<string, string> | null> {
  const given = pin ?? secretFor('/sign-up');
  if (given !== null) storePin(digitsOf(given));
  forgetSecret();
  const code = currentBranding().languages.find((offered) => offered === language);
  if (code !== undefined) await showLanguage(code);
  return language === undefined && pin === undefined ? null : others;
}
