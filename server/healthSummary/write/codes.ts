import type { HealthCode, MissingReason } from '@portal/api';
import { codeSystemOid } from '../../record/ccda/entries/codeSystems.ts';
import { type Attributes, bare, type Child, el, type Written } from './xml.ts';

const names = new Map([
  ['2.16.840.1.113883.6.1', 'LOINC'],
  ['2.16.840.1.113883.6.96', 'SNOMED CT'],
  ['2.16.840.1.113883.6.88', 'RxNorm'],
  ['2.16.840.1.113883.6.90', 'ICD-10-CM'],
  ['2.16.840.1.113883.6.12', 'CPT'],
  ['2.16.840.1.113883.12.292', 'CVX'],
]);
export const loinc = '2.16.840.1.113883.6.1';
export const snomed = '2.16.840.1.113883.6.96';
export const rxNorm = '2.16.840.1.113883.6.88';
export const cvx = '2.16.840.1.113883.12.292';
export const actCode = '2.16.840.1.113883.5.4';

const oidOf = (system: string | null): string | null => (system === null ? null : codeSystemOid(system));

/** Why something is not said, as HL7 v3 writes it. */
export const nullFlavors: Readonly<Record<MissingReason, string>> = {
  unknown: 'UNK',
  notAsked: 'NASK',
  askedUnknown: 'ASKU',
  masked: 'MSK',
  notApplicable: 'NA',
  other: 'OTH',
};

export const fixed = (
  name: string,
  code: string,
  codeSystem: string,
  displayName?: string,
  more: Attributes = {},
  ...children: readonly Child[]
): Written => el(name, { ...more, code, codeSystem, codeSystemName: names.get(codeSystem), displayName }, ...children);

/** Words with the place where they stand in the narrative: some readers follow the reference, others take the words beside it. */
export const wordsAt = (id: string, words: string): Written =>
  bare('originalText', words, el('reference', { value: `#${id}` }));

interface Coded {
  readonly codes: readonly HealthCode[];
  /** Code systems of which one must be the code itself; others are its translations. */
  readonly of?: readonly string[];
  readonly missing?: MissingReason | null;
  /** The words: where they stand, or themselves. */
  readonly words?: Written | string | null;
  readonly attributes?: Attributes;
}

/** What can stand as a code: a token without spaces. */
const isCode = ({ code }: HealthCode): boolean => /^\S+$/.test(code);
const attributesOf = ({ system, code, display }: HealthCode): Attributes => {
  const codeSystem = oidOf(system);
  return {
    code,
    codeSystem,
    codeSystemName: codeSystem === null ? system : names.get(codeSystem),
    displayName: display,
  };
};

/** Codes in the order in which they are written: the one that a template asks for first. */
function orderedCodes(codes: readonly HealthCode[], of: readonly string[]): readonly HealthCode[] {
  const first = codes.find(({ system }) => of.includes(oidOf(system) ?? ''));
  return first === undefined ? codes : [first, ...codes.filter((one) => one !== first)];
}

/** A concept with all its codes: one of the systems that its template asks for, the others as translations, and its words. */
export function concept(name: string, { codes, of = [], missing, words, attributes = {} }: Coded): Written {
  const written = orderedCodes(codes.filter(isCode), of);
  const [first] = written;
  const isOwn = first !== undefined && (of.length === 0 || of.includes(oidOf(first.system) ?? ''));
  const text = typeof words === 'string' ? bare('originalText', words) : words;
  const others = written.slice(isOwn ? 1 : 0).map((one) => el('translation', attributesOf(one)));
  const own = isOwn
    ? attributesOf(first)
    : { nullFlavor: missing ? nullFlavors[missing] : others.length > 0 || text ? 'OTH' : 'UNK' };
  return el(name, { ...attributes, ...own }, text, others);
}

export const inOwnWords = (name: string, words: Written | null, attributes: Attributes = {}): Written =>
  concept(name, { codes: [], words, attributes });
