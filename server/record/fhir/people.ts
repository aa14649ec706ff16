import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { Address, Concept, ContactPoint, HumanName, listOf, nameOf, wordsOf } from './elements.ts';

const words = v.nullable(v.string());
/** What a care team shows of a person besides name, phone and email. */
export const PersonDetails = v.object({
  firstName: words,
  lastName: words,
  prefix: words,
  suffix: words,
  /** Their profession, such as "Oncologist". */
  profession: words,
  fax: words,
  lines: v.array(v.string()),
  city: words,
  state: words,
  zipCode: words,
  country: words,
});
export type PersonDetails = v.InferOutput<typeof PersonDetails>;

const Person = v.object({
  name: listOf(HumanName),
  telecom: listOf(ContactPoint),
  address: listOf(Address),
  specialty: listOf(Concept),
  code: listOf(Concept),
  qualification: listOf(v.object({ code: v.nullish(Concept) })),
});

const joinedWords = (texts: readonly (string | null | undefined)[] | null | undefined): string | null =>
  wordsOf((texts ?? []).flatMap((text) => wordsOf(text) ?? []).join(' '));
const firstOf = (concepts: readonly (Concept | null | undefined)[] | null | undefined): string | null =>
  (concepts ?? []).map(nameOf).find((name) => name !== null) ?? null;

/** The details of a Practitioner or a PractitionerRole; undefined for any other type. */
export function personDetails(resource: JsonObject): PersonDetails | undefined {
  if (resource['resourceType'] !== 'Practitioner' && resource['resourceType'] !== 'PractitionerRole') return undefined;
  const parsed = v.safeParse(Person, resource);
  if (!parsed.success) return undefined;
  const one = parsed.output;
  const names = (one.name ?? []).filter(({ use }) => use !== 'old' && use !== 'maiden');
  const name = names.find(({ use }) => use === 'official') ?? names[0];
  const addresses = (one.address ?? []).filter(({ use }) => use !== 'old' && use !== 'home');
  const address = addresses.find(({ use }) => use === 'work') ?? addresses[0];
  return {
    firstName: joinedWords(name?.given),
    lastName: wordsOf(name?.family),
    prefix: joinedWords(name?.prefix),
    suffix: joinedWords(name?.suffix),
    profession: firstOf(one.specialty) ?? firstOf(one.code) ?? firstOf(one.qualification?.map(({ code }) => code)),
    fax: wordsOf(one.telecom?.find(({ system }) => system === 'fax')?.value),
    lines: (address?.line ?? []).flatMap((line) => wordsOf(line) ?? []),
    city: wordsOf(address?.city),
    state: wordsOf(address?.state),
    zipCode: wordsOf(address?.postalCode),
    country: wordsOf(address?.country),
  };
}
