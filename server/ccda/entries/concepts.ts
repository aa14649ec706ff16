import type { HealthCode, MissingReason } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { codeSystemUri, loinc, snomed } from './codeSystems.ts';
import { attributeOf, elementAt, elementsOf } from './elements.ts';
import { missingOf, type Narrative, plain } from './written.ts';

/** What a coded element says: what it is called, its codes with all translations, and why there is none. */
export interface Concept {
  readonly name: string | null;
  readonly missing: MissingReason | null;
  readonly codes: readonly HealthCode[];
}
export const noConcept: Concept = { name: null, missing: null, codes: [] };

/** Codes that say only that the value follows. */
const saysNothing = new Set(['ASSERTION', 'CONC']);

function codesOf(of: XmlElement): HealthCode[] {
  const codes: HealthCode[] = [];
  const add = (element: XmlElement) => {
    const code = attributeOf(element, 'code');
    if (code !== null && !saysNothing.has(code)) {
      const system = codeSystemUri(attributeOf(element, 'codeSystem'));
      if (!codes.some((known) => known.code === code && known.system === system))
        codes.push({ system, code, display: plain(attributeOf(element, 'displayName') ?? '') });
    }
    for (const translation of elementsOf(element, 'translation')) add(translation);
  };
  add(of);
  return codes;
}
const displaysOf = (of: XmlElement): string[] => [
  ...(plain(attributeOf(of, 'displayName') ?? '')?.split('\0') ?? []),
  ...elementsOf(of, 'translation').flatMap(displaysOf),
];

export function conceptOf(of: XmlElement | null, narrative: Narrative): Concept {
  if (of === null) return noConcept;
  const codes = codesOf(of);
  const original = [of, ...elementsOf(of, 'translation')]
    .map((each) => narrative.nameOf(elementAt(each, 'originalText')))
    .find((words) => words !== null);
  return {
    name: original ?? displaysOf(of)[0] ?? null,
    missing: missingOf(of),
    codes,
  };
}
/** The same, called by its code where it has no other name. */
export const wordsOf = (of: XmlElement | null, narrative: Narrative): string | null => {
  const { name, codes } = conceptOf(of, narrative);
  return name ?? codes[0]?.code ?? null;
};
/** Of several concepts, the names of the first that has any. */
export const allWords = (of: readonly XmlElement[], narrative: Narrative): string[] => [
  ...new Set(of.flatMap((each) => wordsOf(each, narrative) ?? [])),
];

export const hasCode = ({ codes }: Concept, system: string, wanted: ReadonlySet<string>): boolean =>
  codes.some(({ system: of, code }) => of === system && wanted.has(code));
export const isSnomed = (concept: Concept, wanted: ReadonlySet<string>): boolean => hasCode(concept, snomed, wanted);
export const isLoinc = (concept: Concept, wanted: ReadonlySet<string>): boolean => hasCode(concept, loinc, wanted);
