import * as v from 'valibot';
import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import {
  codingsOf,
  Concept,
  ContactPoint,
  HumanName,
  Identifier,
  KeptCoding,
  listOf,
  nameOf,
  personName,
  Reference,
  Text,
  wordsOf,
} from './elements.ts';
import { PersonDetails, personDetails } from './people.ts';

const Linked = v.nullable(v.object({ key: v.nullable(v.string()), name: v.nullable(v.string()) }));

/** What is stored of a resource that others refer to: its name, how to reach it, and whom it names in turn. */
export const DirectoryEntry = v.object({
  isOrganization: v.boolean(),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  email: v.nullable(v.string()),
  description: v.nullable(v.string()),
  practitioner: Linked,
  organization: Linked,
  requester: Linked,
  /** The codes of a Medication. */
  codes: v.optional(v.array(KeptCoding)),
  /** Details of a Practitioner or a PractitionerRole. */
  person: v.optional(PersonDetails),
});
export type DirectoryEntry = v.InferOutput<typeof DirectoryEntry>;
export type Linked = v.InferOutput<typeof Linked>;

/** How a resource finds what it refers to. */
export interface Context {
  /** The key of a reference, "Practitioner/12", in whichever form it is written. */
  readonly keyOf: (reference: string) => string;
  readonly entry: (key: string) => DirectoryEntry | null;
  /** A Binary in the same Bundle. */
  readonly binary?: (key: string) => JsonObject | null;
}

const Referred = v.object({
  name: v.optional(v.unknown()),
  title: Text,
  description: Text,
  alias: listOf(Text),
  telecom: listOf(ContactPoint),
  code: v.optional(v.unknown()),
  location: v.optional(v.unknown()),
  practitioner: v.nullish(Reference),
  organization: v.nullish(Reference),
  serviceProvider: v.nullish(Reference),
  requester: v.nullish(Reference),
  participant: listOf(v.object({ individual: v.nullish(Reference) })),
  identifier: listOf(Identifier),
});

/** Types of resources that name people, places and orders and are not part of a record themselves. */
export const directoryTypes: ReadonlySet<string> = new Set([
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Location',
  'Medication',
  'ServiceRequest',
  'Encounter',
  'ResearchStudy',
  'BodyStructure',
  'Specimen',
]);

function conceptOf(value: unknown): Concept | null {
  const concept = v.safeParse(Concept, value);
  return concept.success ? concept.output : null;
}
function namedBy(name: unknown): string | null {
  if (typeof name === 'string') return wordsOf(name);
  const names = v.safeParse(v.array(HumanName), name);
  return names.success ? personName(names.output) : null;
}

/** What is stored of such a resource; null if it cannot be read. */
export function directoryEntry(resource: JsonObject, keyOf: Context['keyOf']): DirectoryEntry | null {
  const parsed = v.safeParse(Referred, resource);
  if (!parsed.success) return null;
  const one = parsed.output;
  const linked = (reference: Reference | null | undefined): Linked => {
    const written = wordsOf(reference?.reference);
    const name = wordsOf(reference?.display);
    return written === null && name === null ? null : { key: written === null ? null : keyOf(written), name };
  };
  const person = personDetails(resource);
  const reached = (system: string) => wordsOf(one.telecom?.find((each) => each.system === system)?.value);
  return {
    isOrganization: resource['resourceType'] === 'Organization',
    name: namedBy(one.name) ?? wordsOf(one.title) ?? nameOf(conceptOf(one.code)) ?? nameOf(conceptOf(one.location)),
    phone: reached('phone'),
    email: reached('email'),
    description: wordsOf(one.description),
    practitioner: linked(one.practitioner) ?? linked(one.participant?.[0]?.individual),
    organization: linked(one.organization) ?? linked(one.serviceProvider),
    requester: linked(one.requester),
    ...(person === undefined ? {} : { person }),
    ...(resource['resourceType'] === 'Medication' ? { codes: codingsOf(conceptOf(one.code)) } : {}),
  };
}

/** The keys by which such a resource is found: its own, and one for each identifier, as in a conditional reference. */
export function directoryKeys(resource: JsonObject, type: string, id: string): string[] {
  const parsed = v.safeParse(v.object({ identifier: listOf(Identifier) }), resource);
  const identifiers = parsed.success ? (parsed.output.identifier ?? []) : [];
  return [
    `${type}/${id}`,
    ...identifiers.flatMap(({ system, value }) =>
      wordsOf(value) === null ? [] : [`${type}?identifier=${system ?? ''}|${value ?? ''}`],
    ),
  ].filter((key) => key.length <= 600);
}

/** The entries of all resources that others refer to, by their keys. */
export function directoryEntries(
  resources: readonly JsonObject[],
  keyOf: Context['keyOf'],
): Map<string, DirectoryEntry> {
  const found = new Map<string, DirectoryEntry>();
  for (const resource of resources) {
    const { resourceType: type, id } = resource;
    if (typeof type !== 'string' || typeof id !== 'string' || !directoryTypes.has(type)) continue;
    const entry = directoryEntry(resource, keyOf);
    if (entry !== null) for (const key of directoryKeys(resource, type, id)) found.set(key, entry);
  }
  return found;
}

/** The context of one resource: what it contains comes before what is known of its source. */
export function contextOf(resource: JsonObject, outside: Context): Context {
  const contained = new Map<string, DirectoryEntry>();
  if (Array.isArray(resource['contained']))
    for (const one of resource['contained']) {
      if (!isObject(one) || typeof one['id'] !== 'string') continue;
      const entry = directoryEntry(one, outside.keyOf);
      if (entry !== null) contained.set(`#${one['id']}`, entry);
    }
  if (contained.size === 0) return outside;
  return {
    ...outside,
    keyOf: (reference) => (reference.startsWith('#') ? reference : outside.keyOf(reference)),
    entry: (key) => contained.get(key) ?? outside.entry(key),
  };
}

type Referring = Reference | null | undefined;
const entryOf = (context: Context, reference: Referring): DirectoryEntry | null => {
  const written = wordsOf(reference?.reference);
  return written === null ? null : context.entry(context.keyOf(written));
};
const linkedName = (context: Context, linked: Linked): string | null =>
  linked === null ? null : (linked.name ?? (linked.key === null ? null : (context.entry(linked.key)?.name ?? null)));

/** The name of what a reference names, if it is known. */
export function nameAt(context: Context, reference: Referring): string | null {
  const entry = entryOf(context, reference);
  return wordsOf(reference?.display) ?? entry?.name ?? linkedName(context, entry?.practitioner ?? null);
}
export const codesAt = (context: Context, reference: Referring): readonly KeptCoding[] =>
  entryOf(context, reference)?.codes ?? [];
const isOrganization = (context: Context, reference: Referring): boolean => {
  const written = wordsOf(reference?.reference);
  if (written === null) return false;
  return /\bOrganization[/?]/.test(context.keyOf(written)) || entryOf(context, reference)?.isOrganization === true;
};

/** The institution among those who did something. */
export function organizationAt(context: Context, references: readonly Referring[]): string | null {
  for (const reference of references) {
    const name = isOrganization(context, reference)
      ? nameAt(context, reference)
      : linkedName(context, entryOf(context, reference)?.organization ?? null);
    if (name !== null) return name;
  }
  return null;
}

/** Who ordered it, according to the first order that says so. */
export function requesterAt(context: Context, orders: readonly Referring[]): string | null {
  for (const order of orders) {
    const requester = entryOf(context, order)?.requester ?? null;
    const name = requester && linkedName(context, requester);
    if (name !== null) return name;
    const role = requester?.key === undefined || requester.key === null ? null : context.entry(requester.key);
    const person = role && linkedName(context, role.practitioner);
    if (person !== null) return person;
  }
  return null;
}

export interface Provider {
  readonly providerName: string | null;
  readonly institution: string | null;
  readonly providerPhone: string | null;
  readonly providerEmail: string | null;
}
/** The person among those who did something, how to reach them, and their institution. */
export function providerAt(context: Context, references: readonly Referring[]): Provider {
  const institution = organizationAt(context, references);
  for (const reference of references) {
    if (isOrganization(context, reference)) continue;
    const name = nameAt(context, reference);
    if (name === null) continue;
    const entry = entryOf(context, reference);
    return {
      providerName: name,
      institution,
      providerPhone: entry?.phone ?? null,
      providerEmail: entry?.email ?? null,
    };
  }
  return { providerName: null, institution, providerPhone: null, providerEmail: null };
}
