import { codesOf, type Concept } from '../../fhir/elements.ts';

/** Codes of HL7 v3 and SNOMED CT for a refusal by the patient or by whoever decides for them. */
const refusals: ReadonlySet<string> = new Set(
  'PATOBJ RELIG PHILISOP 105480006 183944003 183945002 406149000 413312003 416432009 443390004 182895007 182897004 182900006 591000119102'.split(
    ' ',
  ),
);
export const isDeclined = (reasons: readonly Concept[]): boolean => codesOf(reasons).some((code) => refusals.has(code));
