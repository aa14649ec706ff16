import { type Contact, isCalendarDate, type RegistrationDetails } from '@portal/api';

/** A number with its digits as they were written. JavaScript numbers lose trailing zeros. */
class Decimal {
  readonly digits: string;
  constructor(digits: string) {
    this.digits = digits;
  }
}
/** A FHIR decimal with these digits; undefined if they are not one, so that the caller writes them as text. */
export const decimal = (digits: string): Decimal | undefined =>
  /^-?(0|[1-9]\d*)(\.\d+)?$/.test(digits) ? new Decimal(digits) : undefined;

export type Json =
  | string
  | number
  | boolean
  | undefined
  | Decimal
  | readonly Json[]
  | { readonly [name: string]: Json };
/** Writes JSON in which decimals keep their digits. Undefined values are left out. */
export function fhirJson(value: unknown, line = '\n'): string {
  if (value instanceof Decimal) return value.digits;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${line} `;
  const written = (one: unknown): string => fhirJson(one, inner);
  const parts = Array.isArray(value)
    ? value.map(written)
    : Object.entries(value).flatMap(([name, one]) =>
        one === undefined ? [] : [`${JSON.stringify(name)}: ${written(one)}`],
      );
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? `${open}${close}` : `${open}${inner}${parts.join(`,${inner}`)}${line}${close}`;
}
export interface Resource {
  readonly resourceType: string;
  readonly id: string;
  readonly [name: string]: Json;
}

/** FHIR strings must not be empty: gives the trimmed text, or undefined if nothing is left. */
export const filled = (text: string | null | undefined): string | undefined => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
};
export const concept = (text: string | null | undefined): Json => {
  const words = filled(text);
  return words === undefined ? undefined : { text: words };
};
/** The list without its undefined entries, or undefined if it is empty. */
export const some = (list: readonly (Json | undefined)[]): Json => {
  const there = list.filter((one) => one !== undefined);
  return there.length === 0 ? undefined : there;
};
/** A date, month, year or instant in FHIR's format; undefined for any other text, so that the caller puts the words elsewhere. */
export function dateTime(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (/^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text)) return text;
  if (isCalendarDate(text)) return text;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? text : undefined;
}
export const instant = (text: string | null): string | undefined => {
  const written = dateTime(text);
  return written?.includes('T') === true ? written : undefined;
};

export const patientReference = { reference: 'Patient/patient' } as const;
export const telecom = (system: 'phone' | 'email', value: string | null, use?: 'home' | 'mobile' | 'work'): Json =>
  filled(value) === undefined ? undefined : { system, value: filled(value), use };
export const address = (
  one: Pick<Contact, 'address1' | 'address2' | 'city' | 'state' | 'zipCode' | 'country'>,
): Json => {
  const written = {
    line: some([filled(one.address1), filled(one.address2)]),
    city: filled(one.city),
    state: filled(one.state),
    postalCode: filled(one.zipCode),
    country: filled(one.country),
  };
  return Object.values(written).every((part) => part === undefined) ? undefined : [written];
};

const genders = ['male', 'female', 'other', 'unknown'] as const;
/** A gender as FHIR's code, where it is one. */
export const genderCode = (gender: string | null): (typeof genders)[number] | undefined =>
  genders.find((one) => one === gender?.toLowerCase());
/** What every Patient says, whoever reads it. */
export const demographics = (one: RegistrationDetails) => ({
  gender: genderCode(one.gender),
  birthDate: one.dateOfBirth,
  telecom: some([
    telecom('phone', one.homePhone, 'home'),
    telecom('phone', one.mobilePhone, 'mobile'),
    telecom('email', one.primaryEmail),
  ]),
  address: address(one),
});
