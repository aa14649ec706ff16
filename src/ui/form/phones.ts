import { PhoneNumber } from '@portal/api';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import * as v from 'valibot';

/** What was typed as a phone number, as it is sent: digits with an optional plus (specification 2, section 5). */
export type TypedPhone =
  | { readonly kind: 'none' }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'wrong' };

const regionOf = (country: string): CountryCode | undefined => {
  const code = country.toUpperCase();
  return isSupportedCountry(code) ? code : undefined;
};

/**
 * The number that a text is in a country, if it can be one; an extension is not part of a number. Of what only looks like one the
 * library drops zeros each time anew: then the digits stand as they were typed.
 */
function parsed(text: string, country: string) {
  const region = regionOf(country);
  const number = region === undefined ? parsePhoneNumberFromString(text) : parsePhoneNumberFromString(text, region);
  if (number?.isPossible() !== true || number.ext !== undefined) return undefined;
  return parsePhoneNumberFromString(number.number)?.number === number.number ? number : undefined;
}

/** What may stand between the digits of a number. */
const between = /[\s().\-–—/·]/g;

/**
 * A number as it is typed in a country, normalized: with the country's prefix where it can be a number there, else its digits as they
 * are. What holds anything else than a number, an extension for example, is wrong.
 */
export function typedPhone(typed: string, country: string): TypedPhone {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return { kind: 'none' };
  const bare = text.replace(between, '');
  if (!v.is(PhoneNumber, bare)) return { kind: 'wrong' };
  return { kind: 'number', value: parsed(text, country)?.number ?? bare };
}

/**
 * A number as people write it in a country: without a prefix if it is of that country, with it if it is of another. Always one that is
 * the same number when it is read in that country again.
 */
export function writtenPhone(value: string | null, country: string): string {
  if (value === null) return '';
  const number = parsed(value, country);
  const region = regionOf(country);
  if (number === undefined) return value;
  const isOfCountry = region !== undefined && getCountryCallingCode(region) === number.countryCallingCode;
  const ways = isOfCountry ? [number.formatNational(), number.formatInternational()] : [number.formatInternational()];
  const isSame = (way: string) => {
    const read = typedPhone(way, country);
    return read.kind === 'number' && read.value === number.number;
  };
  return ways.find(isSame) ?? number.number;
}

/** A typed number in the country's way of writing; what is none stays as it was typed. */
export function tidyPhone(typed: string, country: string): string {
  const phone = typedPhone(typed, country);
  return phone.kind === 'number' ? writtenPhone(phone.value, country) : typed;
}

/** The same number where another country was chosen: what was meant does not change, only how it is written. */
export function movedPhone(typed: string, from: string, to: string): string {
  const phone = typedPhone(typed, from);
  return phone.kind === 'number' && phone.value.startsWith('+') ? writtenPhone(phone.value, to) : typed;
}
