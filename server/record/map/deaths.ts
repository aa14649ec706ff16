import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { codingsOf, Concept, type KeptCoding } from '../fhir/elements.ts';

/** LOINC codes on death certificates. Sources send them as laboratory results; no list or treatment summary is the place to read them. */
const codes: ReadonlySet<string> = new Set(
  '69453-9 79378-6 69441-4 69449-7 81956-5 80616-6 58332-8 69436-4 85699-7 69442-2 69443-0 69444-8 69448-9 69450-5 69451-3 69409-1 64297-5'.split(
    ' ',
  ),
);
export const isDeathCode = ({ system, code }: KeptCoding): boolean =>
  codes.has(code) && (system === null || system === 'http://loinc.org');

const Coded = v.object({ code: v.optional(v.unknown()), category: v.optional(v.unknown()) });

/** Whether a resource is about a death: by its code, or by its category, as for conditions. */
export function isOfDeath(resource: JsonObject): boolean {
  const parsed = v.safeParse(Coded, resource);
  if (!parsed.success) return false;
  const { code, category } = parsed.output;
  return [code, ...(Array.isArray(category) ? category : [category])].some((one) => {
    const concept = v.safeParse(Concept, one);
    return concept.success && codingsOf(concept.output).some(isDeathCode);
  });
}
