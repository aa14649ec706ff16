import { PhoneNumber } from '@portal/api';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import * as v from 'valibot';

/** A typed phone number as it is sent: digits with an optional plus (specification 2, section 5). */
type TypedPhone =
  | { readonly kind: 'none' }
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'wrong' };

const regionOf = (country: string): CountryCode | undefined => {
  const code = country.toUpperCase();
  return isSupportedCountry(code) ? code : undefined;
};

/** The number in a country, if the text can be one, without an extension. Else the library would drop zeros, so the digits stay. */
function parsed(text: string, country: string) {
  const region = regionOf(country);
  const number = region === undefined ? parsePhoneNumberFromString(text) : parsePhoneNumberFromString(text, region);
  if (number?.isPossible() !== true || number.ext !== undefined) return undefined;
  return parsePhoneNumberFromString(number.number)?.number === number.number ? number : undefined;
}

/** Characters allowed between the digits of a number. */
const between = /[\s().\-–—/·]/g;

/** A typed number: with the country's prefix where it can be one there, else its digits. Other text, as an extension, is invalid. */
export function typedPhone(typed: string, country: string): TypedPhone {
  const text = typed.normalize('NFKC').trim();
  if (text === '') return { kind: 'none' };
  const bare = text.replace(between, '');
  if (!v.is(PhoneNumber, bare)) return { kind: 'wrong' };
  return { kind: 'number', value: parsed(text, country)?.number ?? bare };
}

/**
 * A number in a country's format: without a prefix if it belongs to that country, with it otherwise. It is always the same number when it
 * is parsed in that country again.
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

/** A typed number in the country's format; an invalid one stays as it was typed. */
export function tidyPhone(typed: string, country: string): string {
  const phone = typedPhone(typed, country);
  return phone.kind === 'number' ? writtenPhone(phone.value, country) : typed;
}

/** The same number after a change of country: only its format changes. */
export function movedPhone(typed: string, from: string, to: string): string {
  const phone = typedPhone(typed, from);
  return phone.kind === 'number' && phone.value.startsWith('+') ? writtenPhone(phone.value, to) : typed;
}
