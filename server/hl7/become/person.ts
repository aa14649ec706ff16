import { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Repetition, Segment } from '../message/er7.ts';
import { stampOf } from '../message/times.ts';
import { authoritiesOf } from '../recordNumber.ts';
import { MessageWaits } from '../waits.ts';
import { codeableConceptOf, withoutNulls } from './inboundMessage.ts';

/** What an interface has said of a person so far, by element of a FHIR Patient. Null: deleted. */
export const PersonFacts = v.record(v.string(), v.unknown());
export type PersonFacts = Readonly<Record<string, unknown>>;

const nameUses: Readonly<Record<string, string>> = { M: 'maiden', N: 'nickname', A: 'anonymous', B: 'old', P: 'old' };
const nameOf = (name: Repetition): JsonObject =>
  withoutNulls({
    use: nameUses[name.text(7) ?? ''] ?? 'official',
    family: name.text(1),
    given: name.text(2) === null ? [] : [name.text(2), name.text(3)].filter((part) => part !== null),
    prefix: name.text(5) === null ? null : [name.text(5)],
    suffix: name.text(4) === null ? null : [name.text(4)],
  });

const addressUses: Readonly<Record<string, string>> = {
  H: 'home',
  P: 'home',
  L: 'home',
  B: 'work',
  O: 'work',
  BA: 'old',
  BDL: 'old',
};
const addressOf = (address: Repetition): JsonObject =>
  withoutNulls({
    use: addressUses[address.text(7) ?? 'H'] ?? 'temp',
    line: [address.text(1), address.text(2)].filter((line) => line !== null),
    city: address.text(3),
    state: address.text(4),
    postalCode: address.text(5),
    country: address.text(6),
  });

function contactOf(field: Repetition, isWork: boolean): JsonObject[] {
  const [use, kind] = [field.text(2), field.text(3)];
  const written = field.text(12) ?? field.text(1);
  const parts = [field.text(5), field.text(6), field.text(7)].filter((part) => part !== null);
  const number = written ?? (parts.length === 0 ? null : parts.join(' '));
  if (use === 'NET' || kind === 'Internet' || kind === 'X.400') {
    const value = field.text(4) ?? number;
    return value === null ? [] : [{ system: 'email', value }];
  }
  if (number === null || kind === 'FX' || kind === 'BP') return [];
  const isMobile = kind === 'CP' || use === 'PRS';
  return [{ system: 'phone', use: isMobile ? 'mobile' : isWork || use === 'WPN' ? 'work' : 'home', value: number }];
}

const genders: Readonly<Record<string, string>> = {
  F: 'female',
  M: 'male',
  O: 'other',
  A: 'other',
  N: 'other',
  X: 'other',
  U: 'unknown',
};

const inWords =
  (url: string) =>
  ([first]: readonly Repetition[]): JsonObject | null => {
    const words = first?.text(2) ?? first?.text(1) ?? first?.text(9) ?? null;
    return words === null ? null : { url, valueString: words };
  };
const usCore = (name: string) => (all: readonly Repetition[]) => {
  const one = inWords('text')(all);
  return one === null
    ? null
    : { url: `http://hl7.org/fhir/us/core/StructureDefinition/us-core-${name}`, extension: [one] };
};
const extension = (name: string) => inWords(`http://hl7.org/fhir/StructureDefinition/patient-${name}`);

interface FieldRule {
  readonly field: number;
  /** What it becomes, as the handbook says it. */
  readonly becomes: string;
  /** Null: it says nothing that can be read. */
  readonly read: (all: readonly Repetition[]) => unknown;
}

/** The fields of PID by the element that they become. A field that says nothing leaves what is known; `""` deletes it. */
export const personRules = {
  identifier: {
    field: 3,
    becomes: 'numbers, each with its authority; one of them is the record number',
    read: (all) =>
      all.map((number) =>
        withoutNulls({ value: number.text(1), system: authoritiesOf(number)[0], type: number.text(5) }),
      ),
  },
  name: { field: 5, becomes: 'first and last name', read: (all) => all.map(nameOf) },
  mothersMaidenName: {
    field: 6,
    becomes: "mother's maiden name",
    read: ([name]) =>
      name?.text(1)
        ? { url: 'http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName', valueString: name.text(1) }
        : null,
  },
  birthDate: {
    field: 7,
    becomes: 'date of birth',
    read([first]) {
      const stamp = stampOf(first?.at(1));
      if (stamp === null) throw new MessageWaits('PID-7 is no date');
      return stamp.day;
    },
  },
  gender: { field: 8, becomes: 'gender', read: ([first]) => genders[first?.text(1) ?? ''] ?? null },
  race: { field: 10, becomes: 'race', read: usCore('race') },
  address: { field: 11, becomes: 'address', read: (all) => all.map(addressOf) },
  homeTelecom: {
    field: 13,
    becomes: 'home and mobile phone, email',
    read: (all) => all.flatMap((one) => contactOf(one, false)),
  },
  workTelecom: { field: 14, becomes: 'work phone', read: (all) => all.flatMap((one) => contactOf(one, true)) },
  language: { field: 15, becomes: 'language', read: ([first]) => codeableConceptOf(first) },
  maritalStatus: { field: 16, becomes: 'marital status', read: ([first]) => codeableConceptOf(first) },
  religion: { field: 17, becomes: 'religion', read: extension('religion') },
  ethnicity: { field: 22, becomes: 'ethnicity', read: usCore('ethnicity') },
  citizenship: { field: 26, becomes: 'citizenship', read: extension('citizenship') },
  // From version 2.7 on in place of PID-13 and PID-14.
  telecom: {
    field: 40,
    becomes: 'phones and email',
    read: (all) => all.flatMap((one) => contactOf(one, false)),
  },
  diedAt: { field: 29, becomes: 'death: the account is closed', read: ([first]) => first?.text(1) ?? null },
  isDead: { field: 30, becomes: 'death: the account is closed', read: ([first]) => first?.text(1) === 'Y' },
} as const satisfies Readonly<Record<string, FieldRule>>;

/** What is said of a person after this message. */
export function personFacts(pid: Segment, before: PersonFacts): PersonFacts {
  const said: Record<string, unknown> = { ...before };
  for (const [element, { field, read }] of Object.entries<FieldRule>(personRules)) {
    const all = pid.all(field);
    const [first] = all;
    if (first === undefined) continue;
    if (first.isDeleted) said[element] = null;
    else {
      const value = read(all.filter((one) => !one.isDeleted));
      if (value !== null && value !== undefined) said[element] = value;
    }
  }
  return said;
}

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];

/** The FHIR Patient of all that is said. */
export function patientOf(said: PersonFacts, id: string, meta: JsonObject): JsonObject {
  return withoutNulls({
    resourceType: 'Patient',
    id,
    meta,
    name: said['name'],
    birthDate: said['birthDate'],
    gender: said['gender'],
    address: said['address'],
    telecom: [...list(said['telecom']), ...list(said['homeTelecom']), ...list(said['workTelecom'])],
    maritalStatus: said['maritalStatus'],
    communication: list(said['language']).map((language) => ({ language, preferred: true })),
    extension: ['mothersMaidenName', 'race', 'ethnicity', 'religion', 'citizenship'].flatMap((name) =>
      list(said[name]),
    ),
  });
}

const languages: Readonly<Record<string, string>> = {
  eng: 'en',
  spa: 'es',
  fre: 'fr',
  fra: 'fr',
  por: 'pt',
  chi: 'zh',
  zho: 'zh',
};
const Text = v.nullish(v.string(), null);
const Names = v.fallback(
  v.array(v.object({ use: Text, family: Text, given: v.optional(v.array(v.string()), []) })),
  [],
);
const Addresses = v.fallback(
  v.array(
    v.object({
      use: Text,
      line: v.optional(v.array(v.string()), []),
      city: Text,
      state: Text,
      postalCode: Text,
      country: Text,
    }),
  ),
  [],
);
const Spoken = v.object({ coding: v.array(v.object({ code: Text })) });

/** What the facility's list of patients has of a person. Null: nothing is said, or it was deleted. */
export function detailsOf(said: PersonFacts) {
  const names = v.parse(Names, said['name'] ?? []);
  const name = names.find(({ use }) => use === 'official') ?? names[0];
  const addresses = v.parse(Addresses, said['address'] ?? []);
  const address = addresses.find(({ use }) => use === 'home') ?? addresses.find(({ use }) => use !== 'old');
  const spoken = v.safeParse(Spoken, said['language']);
  const code =
    (spoken.success ? spoken.output.coding.find((one) => one.code !== null)?.code : null)?.toLowerCase() ?? '';
  const language = v.safeParse(LanguageCode, languages[code] ?? code.slice(0, 2));
  const born = typeof said['birthDate'] === 'string' ? said['birthDate'] : null;
  return {
    firstName: name?.given[0] ?? null,
    lastName: name?.family ?? null,
    dateOfBirth: born !== null && born.length === 10 ? born : null,
    language: language.success ? language.output : null,
    address1: address?.line[0] ?? null,
    address2: address === undefined ? null : address.line.slice(1).join(', ') || null,
    city: address?.city ?? null,
    zipCode: address?.postalCode ?? null,
    state: address?.state ?? null,
    country: address?.country ?? null,
  };
}
export type PersonDetails = ReturnType<typeof detailsOf>;

export const hasDied = (said: PersonFacts): boolean =>
  said['isDead'] === true || (said['isDead'] !== false && typeof said['diedAt'] === 'string');
