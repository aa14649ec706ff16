import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { type Context, nameAt } from '../fhir/directory.ts';
import {
  codesOf,
  Concept,
  DateElement,
  joined,
  listOf,
  nameOf,
  Period,
  Reference,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import type { Made } from './mapped.ts';

export const Coverage = v.object({
  status: Text,
  type: v.nullish(Concept),
  period: v.nullish(Period),
  payor: listOf(Reference),
  class: listOf(v.object({ type: v.nullish(Concept), value: Text, name: Text })),
});
/** Maps a Coverage to a note on the insurance: payor and plan, and from when to when where it ends, since many stay active ever after. Member numbers are left out, because only the insurance needs them. */
export function mapCoverage(_: JsonObject, one: v.InferOutput<typeof Coverage>, context: Context): Made {
  const payors = joined((one.payor ?? []).map((payor) => nameAt(context, payor)));
  const plans = joined((one.class ?? []).map(({ type, name }) => (type && codesOf([type]).some(isPlan) ? name : null)));
  const insurance = joined([payors, plans ?? nameOf(one.type)]);
  if (insurance === null) return { leftOut: 'it names no insurance' };
  const [start, end] = [one.period?.start, one.period?.end].map((date) => date?.text.slice(0, 10) ?? '');
  const insuranceNote = end ? `${insurance} (${`${start ?? ''} – ${end}`.trim()})` : insurance;
  return {
    status: wordsOf(one.status),
    isHidden: one.status !== 'active',
    content: { details: { insuranceNote } },
  };
}
const isPlan = (code: string): boolean => code === 'plan' || code === 'group';

/** Codes of HL7's consent categories and of LOINC for advance directives, wills, powers of attorney and orders not to resuscitate. */
const directives: ReadonlySet<string> = new Set(
  'acd dnr hcd polst molst adr 42348-3 75320-2 64298-3 81334-5 86533-7 78823-2 93037-0'.split(' '),
);
export const isDirective = (concepts: readonly (Concept | null | undefined)[]): boolean =>
  codesOf(concepts.flatMap((concept) => concept ?? [])).some((code) => directives.has(code));

/** A directive on one line: its name and its date. */
export const directiveNote = (name: string | null, date: string | null): string | null =>
  name === null ? null : joined([name, date]);

export const Consent = v.object({
  status: Text,
  scope: v.nullish(Concept),
  category: listOf(Concept),
  dateTime: DateElement,
});
/** Maps a Consent that is an advance directive. Registration does not show others. */
export function mapConsent(_: JsonObject, one: v.InferOutput<typeof Consent>): Made {
  const concepts = [...(one.category ?? []), one.scope];
  const name = nameOf(concepts.find((concept) => isDirective([concept])));
  const advancedDirectiveNote = directiveNote(name, one.dateTime?.text.slice(0, 10) ?? null);
  if (advancedDirectiveNote === null) return { leftOut: 'it is no advance directive' };
  return {
    status: wordsOf(one.status),
    isHidden: one.status !== 'active',
    content: { details: { advancedDirectiveNote } },
  };
}
