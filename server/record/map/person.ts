import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import {
  Address,
  codesOf,
  Concept,
  ContactPoint,
  DateElement,
  Extension,
  Flag,
  HumanName,
  Identifier,
  joined,
  listOf,
  nameOf,
  personName,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import type { Made } from './mapped.ts';

const PersonExtension = v.object({ ...Extension.entries, extension: listOf(Extension) });
export const Patient = v.object({
  active: v.nullish(v.boolean()),
  extension: listOf(PersonExtension),
  identifier: listOf(Identifier),
  name: listOf(HumanName),
  telecom: listOf(ContactPoint),
  gender: Text,
  birthDate: DateElement,
  deceasedBoolean: Flag,
  deceasedDateTime: DateElement,
  address: listOf(Address),
  maritalStatus: v.nullish(Concept),
  communication: listOf(v.object({ language: v.nullish(Concept), preferred: v.nullish(v.boolean()) })),
});
export type Patient = v.InferOutput<typeof Patient>;

/** Names for contact points, by system and use. */
const waysToReach: Readonly<Record<string, string>> = {
  'phone home': 'Home phone',
  'phone mobile': 'Cell phone',
  'phone work': 'Work phone',
  phone: 'Phone',
  sms: 'Text message',
  email: 'Email',
};

/** Whether the patient has died, where the resource says so: what it leaves open changes nothing. */
function deathOf({ deceasedBoolean, deceasedDateTime }: Patient): { readonly hasDied?: boolean } {
  const hasDied = deceasedDateTime ? true : deceasedBoolean;
  return typeof hasDied === 'boolean' ? { hasDied } : {};
}

/** Maps a Patient to registration details. Which patient it is has already been decided. */
export function mapPatient(_: JsonObject, one: Patient): Made {
  const extended = (end: string) => one.extension?.find(({ url }) => (url ?? '').endsWith(end));
  const inWords = (end: string): string | null => {
    const found = extended(end);
    const inner = found?.extension ?? [];
    return (
      wordsOf(found?.valueString) ??
      nameOf(found?.valueCodeableConcept) ??
      wordsOf(inner.find(({ url }) => url === 'text')?.valueString) ??
      joined(inner.map(({ valueCoding }) => valueCoding?.display)) ??
      nameOf(inner.find(({ valueCodeableConcept }) => valueCodeableConcept)?.valueCodeableConcept)
    );
  };
  const telecom = (system: string, use?: string) =>
    wordsOf(
      one.telecom?.find(
        (each) => each.system === system && each.use !== 'old' && (use === undefined || each.use === use),
      )?.value,
    );
  const ranked = (one.telecom ?? []).filter(({ use, rank }) => use !== 'old' && typeof rank === 'number');
  const [preferred] = ranked.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  const address = one.address?.find(({ use }) => use === 'home') ?? one.address?.find(({ use }) => use !== 'old');
  const lines = (address?.line ?? []).flatMap((line) => wordsOf(line) ?? []);
  const language = one.communication?.find(({ preferred }) => preferred === true) ?? one.communication?.[0];
  return {
    status: one.active === false ? 'inactive' : null,
    isHidden: false,
    content: {
      details: {
        fullName: personName(one.name),
        gender: wordsOf(one.gender),
        dateOfBirth: one.birthDate?.text ?? null,
        birthCountry: wordsOf(extended('/patient-birthPlace')?.valueAddress?.country),
        ethnicity: inWords('/us-core-ethnicity'),
        race: inWords('/us-core-race'),
        religion: inWords('/patient-religion'),
        primaryLanguage: nameOf(language?.language),
        citizenship: inWords('/patient-citizenship'),
        maritalStatus: nameOf(one.maritalStatus),
        mothersMaidenName: inWords('/patient-mothersMaidenName'),
        homePhone: telecom('phone', 'home') ?? telecom('phone'),
        mobilePhone: telecom('phone', 'mobile'),
        primaryEmail: telecom('email'),
        preferredCommunication:
          waysToReach[`${preferred?.system ?? ''} ${preferred?.use ?? ''}`.trim()] ??
          waysToReach[preferred?.system ?? ''] ??
          null,
        address1: lines[0] ?? null,
        address2: lines.length > 1 ? lines.slice(1).join(', ') : null,
        city: wordsOf(address?.city),
        state: wordsOf(address?.state),
        zipCode: wordsOf(address?.postalCode),
        country: wordsOf(address?.country),
        ...deathOf(one),
      },
    },
  };
}

/** The record numbers of a Patient: identifiers of type MR, or those of one system. */
export function recordNumbers(one: Patient, system: string | null): string[] {
  return (one.identifier ?? []).flatMap((identifier) => {
    const value = wordsOf(identifier.value);
    const isNumber =
      system === null ? identifier.type && codesOf([identifier.type]).includes('MR') : identifier.system === system;
    return value !== null && identifier.use !== 'old' && isNumber === true ? [value] : [];
  });
}
