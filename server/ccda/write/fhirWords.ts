import type { FactName, HealthCode, HealthEntry, MissingReason, RecordDate } from '@portal/api';
import { filled, type Json, some } from '../../personalData/fhirParts.ts';

/** Parts that resources of FHIR have in common. */

export interface Context {
  readonly patient: Json;
  /** Who answers for what a laboratory does not say. */
  readonly facility: Json;
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
export const coding = ({ system, code, display }: HealthCode): Json => ({
  system: system ?? undefined,
  code,
  display: filled(display),
});
export const concept = (codes: readonly HealthCode[], text: string | null): Json =>
  codes.length === 0 && filled(text) === undefined
    ? absence()
    : { coding: some(codes.map(coding)), text: filled(text) };
export const named = (system: string, code: string): Json => ({
  coding: [{ system: `${terminology}${system}`, code }],
});

export const said = ({ facts }: HealthEntry, name: FactName): string[] =>
  facts.flatMap((fact) => (fact.name === name ? [fact.value] : []));
export const inWords = (texts: readonly string[]): Json => some(texts.map((text) => ({ text })));
export const actors = (entry: HealthEntry): Json =>
  some(said(entry, 'performer').map((display) => ({ actor: { display } })));
/** What no element of the resource says, so that nothing is lost. */
export const notes = (entry: HealthEntry, ...told: readonly FactName[]): Json =>
  some(
    entry.facts
      .filter(({ name }) => !told.includes(name))
      .map(({ name, value }) => ({ text: name === 'comment' ? value : `${name}: ${value}` })),
  );
/** When it was: a date, a period, or that nobody knows. */
export function time(
  name: string,
  start: RecordDate | null,
  end: RecordDate | null,
): { readonly [name: string]: Json } {
  if (end !== null && end !== start) return { [`${name}Period`]: { start: start ?? undefined, end } };
  return start === null ? { [`_${name}DateTime`]: absence() } : { [`${name}DateTime`]: start };
}
