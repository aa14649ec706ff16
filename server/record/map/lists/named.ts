import type { HealthListKey, MissingReason } from '@portal/api';
import { codingsOf, type Concept, type KeptCoding, nameOf, wordsOf, wordsOrCode } from '../../fhir/elements.ts';

type Maybe<T> = T | null | undefined;

/** Codes of FHIR's data-absent-reason, then null flavours of HL7 v3, because sources mix them. */
const missingReasons: Readonly<Record<string, MissingReason>> = {
  unknown: 'unknown',
  'temp-unknown': 'unknown',
  'asked-unknown': 'askedUnknown',
  'not-asked': 'notAsked',
  masked: 'masked',
  'not-applicable': 'notApplicable',
  UNK: 'unknown',
  NI: 'unknown',
  NAV: 'unknown',
  ASKU: 'askedUnknown',
  NASK: 'notAsked',
  MSK: 'masked',
  NA: 'notApplicable',
};
const absence = /data-absent-reason$|v3-NullFlavor$|2\.16\.840\.1\.113883\.5\.1008$/;
/** Codes of the International Patient Summary such as "No information about allergies". */
const noInformation = /^no-[a-z]+-info$/;
/** SNOMED CT's qualifier "Unknown", which US Core uses for what has no code. */
const unknown = '261665006';
const isAbsence = ({ system, code }: KeptCoding): boolean =>
  absence.test(system ?? '') || noInformation.test(code) || code === unknown;
const reasonOf = (code: string): MissingReason | undefined =>
  noInformation.test(code) || code === unknown ? 'unknown' : missingReasons[code];

/** Why a value is missing, as one of the reasons that lists have. */
export function missingOf(concept: Maybe<Concept>): MissingReason | null {
  const reasons = codingsOf(concept).map(({ code }) => reasonOf(code));
  return reasons.find((reason) => reason !== undefined) ?? (wordsOrCode(concept) === null ? null : 'other');
}

/** What an entry is about, or why its source does not say so. */
export interface Named {
  readonly name: string | null;
  readonly missing: MissingReason | null;
  readonly codes: readonly KeptCoding[];
}

/** The name of a concept, or why it has none; null if it says neither. */
export function namedBy(concept: Maybe<Concept>): Named | null {
  const all = codingsOf(concept);
  const codes = all.filter((coding) => !isAbsence(coding));
  if (codes.length > 0) {
    const name = nameOf({
      text: concept?.text,
      coding: concept?.coding?.filter((one) => !absence.test(one.system ?? '')),
    });
    return { name, missing: name === null ? 'other' : null, codes };
  }
  const text = wordsOf(concept?.text);
  // The text of a reason why something is missing is not a name.
  const isReason = all.some(({ code, display }) => text === code || text === display);
  if (text !== null && !isReason) return { name: text, missing: null, codes };
  if (all.length > 0) return { name: null, missing: missingOf(concept), codes };
  const display = nameOf(concept);
  if (display !== null) return { name: display, missing: null, codes };
  const stated = concept?.extension?.find(({ url }) => absence.test(url ?? ''));
  return stated ? { name: null, missing: reasonOf(wordsOf(stated.valueCode) ?? '') ?? 'other', codes } : null;
}

const snomed = /snomed\.info|2\.16\.840\.1\.113883\.6\.96$/;
/** Codes which say that a whole list, or one kind of its entries, is empty. */
const none: Partial<Readonly<Record<HealthListKey, ReadonlySet<string>>>> = {
  allergies: new Set(
    '716186003 409137002 429625007 428607008 428197003 160244002 716184000 716220001 1003774007'.split(' '),
  ),
  medications: new Set(['787481004', '1234391000168107']),
  problems: new Set(['160245001']),
  procedures: new Set(['787480003']),
};
/** Whether a code says that there is nothing of the kind, such as "no known allergies". */
export const saysNone = (list: HealthListKey, codes: readonly KeptCoding[]): boolean =>
  codes.some(
    ({ system, code }) =>
      /^no-known-[a-z-]+$/.test(code) || ((system === null || snomed.test(system)) && none[list]?.has(code) === true),
  );
