import {
  codedFactText,
  type FactName,
  type HealthCode,
  type HealthEntry,
  type LanguageCode,
  type MissingReason,
  type RecordDate,
} from '@portal/api';
import { filled, type Json, some } from '../../subject/fhirParts.ts';
import { factTellingIn } from './words.ts';
import { type Child, el, xmlOf } from './xml.ts';

export interface Context {
  /** In which codes are told that FHIR has no element for. */
  readonly language: LanguageCode;
  readonly patient: Json;
  /** Who answers for what a laboratory does not say; undefined: nobody. */
  readonly facility: Json;
  /** A reference to a resource of the same Bundle. */
  readonly refer: (type: string, id: string) => Json;
}
export const terminology = 'http://terminology.hl7.org/CodeSystem/';
export const absent: Readonly<Record<MissingReason, string>> = {
  unknown: 'unknown',
  notAsked: 'not-asked',
  askedUnknown: 'asked-unknown',
  masked: 'masked',
  notApplicable: 'not-applicable',
  other: 'unknown',
};
export const absence = (reason: MissingReason = 'unknown'): Json => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: absent[reason] }],
});
const coding = ({ system, code, display }: HealthCode): Json => ({
  system: system ?? undefined,
  code,
  display: filled(display),
});
export const concept = (codes: readonly HealthCode[], text: string | null, missing?: MissingReason | null): Json =>
  codes.length === 0 && filled(text) === undefined
    ? absence(missing ?? 'unknown')
    : { coding: some(codes.map(coding)), text: filled(text) };
export const named = (system: string, code: string): Json => ({
  coding: [{ system: `${terminology}${system}`, code }],
});

export const narrative = (status: 'generated' | 'additional', words: Child, lang?: string): Json => ({
  status,
  div: xmlOf(el('div', { xmlns: 'http://www.w3.org/1999/xhtml', lang, 'xml:lang': lang }, words)),
});

/** The code of the International Patient Summary that says the same as one of SNOMED CT; others say it of all. */
const noneOf: Readonly<Record<string, string>> = {
  '409137002': 'no-known-medication-allergies',
  '429625007': 'no-known-food-allergies',
  '428607008': 'no-known-environmental-allergies',
};
/** What an entry is about. That there is nothing of the kind is said by the code of the International Patient Summary as well. */
export function whatOf({ negation, codes, name, missing }: HealthEntry, none: string): Json {
  if (negation !== 'none') return concept(codes, name, missing);
  // One of that system says of what there is none; "of all" beside it would say more than its source.
  const code =
    codes.find((one) => /^no-known-[a-z-]+$/.test(one.code))?.code ??
    codes.map((one) => noneOf[one.code]).find((one) => one !== undefined) ??
    none;
  const own = { system: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', code, display: null };
  return concept([...codes, ...(codes.some((one) => one.code === code) ? [] : [own])], name);
}
/** "There is none of it" where no code says so: any code would say more or less, so it is told in words. */
export const isDeniedInWords = ({ negation, codes, name }: HealthEntry): boolean =>
  negation === 'none' && codes.length === 0 && name !== null;

/** The entry with how much and how often in words: a reader of "2 / 1 d" could only guess. */
export const withTimesInWords = (entry: HealthEntry, { language }: Context): HealthEntry => ({
  ...entry,
  facts: entry.facts.map((fact) =>
    fact.name === 'dose' || fact.name === 'frequency'
      ? { ...fact, value: codedFactText(fact.name, fact.value, factTellingIn(language)) ?? fact.value }
      : fact,
  ),
});
export const factValues = ({ facts }: HealthEntry, name: FactName): string[] =>
  facts.flatMap((fact) => (fact.name === name ? [fact.value] : []));
export const inWords = (texts: readonly string[]): Json => some(texts.map((text) => ({ text })));
export const displayed = (texts: readonly string[]): Json => some(texts.map((display) => ({ display })));
export const actors = (entry: HealthEntry): Json =>
  some(factValues(entry, 'performer').map((display) => ({ actor: { display } })));
/** What no element of the resource says, so that nothing is lost. */
export const otherWords = ({ facts }: HealthEntry, ...inElements: readonly FactName[]): string[] =>
  facts
    .filter(({ name }) => !inElements.includes(name))
    .map(({ name, value }) => (name === 'comment' ? value : `${name}: ${value}`));
export const notes = (entry: HealthEntry, ...inElements: readonly FactName[]): Json =>
  inWords(otherWords(entry, ...inElements));
/** Why something was not done; a patient's own no is a code that readers know. */
export function notDoneReason(entry: HealthEntry): Json {
  const text = filled(factValues(entry, 'reason').join(', '));
  if (entry.status !== 'declined') return text === undefined ? undefined : { text };
  return { coding: [{ system: `${terminology}v3-ActReason`, code: 'PATOBJ', display: 'patient objection' }], text };
}
/** When it was: a date, a period, or that nobody knows. */
export function time(
  name: string,
  start: RecordDate | null,
  end: RecordDate | null,
): { readonly [name: string]: Json } {
  if (end !== null && end !== start) return { [`${name}Period`]: { start: start ?? undefined, end } };
  return start === null ? { [`_${name}DateTime`]: absence() } : { [`${name}DateTime`]: start };
}
export const period = ({ start, end }: HealthEntry): Json =>
  start === null && end === null ? undefined : { start: start ?? undefined, end: end ?? undefined };
