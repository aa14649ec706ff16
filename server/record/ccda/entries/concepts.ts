import type { HealthCode, MissingReason } from '@portal/api';
import { meaningOf } from '../../fhir/codeWords.ts';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';
import { codeSystemUri, loinc, snomed } from './codeSystems.ts';
import { longestName, missingOf, type Narrative, plain, wordsIn } from './written.ts';

/** The content of a coded element: its name, its codes with all translations, and why there is none. */
export interface Concept {
  readonly name: string | null;
  readonly missing: MissingReason | null;
  readonly codes: readonly HealthCode[];
}
export const noConcept: Concept = { name: null, missing: null, codes: [] };

/** Codes that say only that the value follows, and words that some write when they have no code. */
const saysNothing = /^(?:ASSERTION|CONC|unknown|none|unk|n\/?a|null|ni)$/i;

function codesOf(of: XmlElement): HealthCode[] {
  const codes: HealthCode[] = [];
  const add = (element: XmlElement) => {
    const code = attributeOf(element, 'code');
    if (code !== null && !saysNothing.test(code)) {
      const system = codeSystemUri(attributeOf(element, 'codeSystem'));
      if (!codes.some((known) => known.code === code && known.system === system))
        codes.push({ system, code, display: plain(attributeOf(element, 'displayName') ?? '') });
    }
    for (const translation of childrenOf(element, 'translation')) add(translation);
  };
  add(of);
  return codes;
}
/** A display name that consists of digits repeats the code and is not a name. */
const displayNameOf = (of: XmlElement): string | null => {
  const display = plain(attributeOf(of, 'displayName') ?? '');
  return display === null || /^[\d.-]+$/.test(display) ? null : display;
};
const displayOf = (of: XmlElement): string | null =>
  saysNothing.test(attributeOf(of, 'code') ?? '') ? null : displayNameOf(of);

/** A longer display name is a billing rule and not a name. */
const longestDisplay = 120;

/**
 * The name is the element's own text, else the display name of its code, else the text that it refers to. A reference comes last, because
 * it may lead to another cell, such as that of the reaction: an allergy to nausea does not exist.
 */
export function conceptOf(of: XmlElement | null, narrative: Narrative): Concept {
  if (of === null) return noConcept;
  const all = [of, ...childrenOf(of, 'translation')];
  const first = (read: (each: XmlElement) => string | null) => all.map(read).find((words) => words !== null);
  const original = (each: XmlElement) => childOf(each, 'originalText');
  const display = displayOf(of);
  const referred = narrative.nameOf(original(of));
  const codes = codesOf(of);
  const name =
    wordsIn(original(of), longestName) ??
    (display !== null && display.length <= longestDisplay ? display : (referred ?? display)) ??
    first((each) => displayOf(each) ?? narrative.nameOf(original(each))) ??
    displayNameOf(of) ??
    codes.map(meaningOf).find((meaning) => meaning !== null) ??
    null;
  // A code without words has no name, so its name is missing.
  return { name, missing: missingOf(of) ?? (name === null && codes.length > 0 ? 'other' : null), codes };
}
export const wordsOf = (of: XmlElement | null, narrative: Narrative): string | null => conceptOf(of, narrative).name;
const hasCode = ({ codes }: Concept, system: string, wanted: ReadonlySet<string>): boolean =>
  codes.some(({ system: of, code }) => of === system && wanted.has(code));
export const isSnomed = (concept: Concept, wanted: ReadonlySet<string>): boolean => hasCode(concept, snomed, wanted);
export const isLoinc = (concept: Concept, wanted: ReadonlySet<string>): boolean => hasCode(concept, loinc, wanted);
