import * as v from 'valibot';
import { codeLabel, meaningOf } from './codeWords.ts';
import { FhirDate } from './dates.ts';
import { plainDecimal } from './decimals.ts';

/** The FHIR R4 data types, each with the elements that we read. Others are ignored. */

export const Text = v.nullish(v.string());
export const Flag = v.nullish(v.boolean());
export const DateElement = v.nullish(FhirDate);
export const listOf = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(v.array(schema));

/** A decimal with the digits that are in the file. */
export const Decimal = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/))]),
  v.transform((written) => plainDecimal(String(written))),
);

export const Coding = v.object({ system: Text, code: Text, display: Text, userSelected: Flag });
export const Concept = v.object({
  coding: listOf(Coding),
  text: Text,
  /** Read to find out why a concept is missing. */
  extension: listOf(v.object({ url: Text, valueCode: Text })),
});
export const Identifier = v.object({ use: Text, type: v.nullish(Concept), system: Text, value: Text });
export const Reference = v.object({ reference: Text, display: Text, identifier: v.nullish(Identifier) });
export const Quantity = v.object({
  value: v.nullish(Decimal),
  comparator: v.nullish(v.picklist(['<', '<=', '>=', '>'])),
  unit: Text,
  code: Text,
});
export const Range = v.object({ low: v.nullish(Quantity), high: v.nullish(Quantity) });
export const Ratio = v.object({ numerator: v.nullish(Quantity), denominator: v.nullish(Quantity) });
export const Period = v.object({ start: DateElement, end: DateElement });
export const Annotation = v.object({ text: Text });
export const Attachment = v.object({
  contentType: Text,
  language: Text,
  data: Text,
  url: Text,
  title: Text,
});
export const HumanName = v.object({
  use: Text,
  text: Text,
  family: Text,
  given: listOf(Text),
  prefix: listOf(Text),
  suffix: listOf(Text),
});
export const ContactPoint = v.object({ system: Text, value: Text, use: Text, rank: v.nullish(v.number()) });
export const Address = v.object({
  use: Text,
  line: listOf(Text),
  city: Text,
  state: Text,
  postalCode: Text,
  country: Text,
});
export const Extension = v.object({
  url: Text,
  valueString: Text,
  valueCode: Text,
  valueCoding: v.nullish(Coding),
  valueCodeableConcept: v.nullish(Concept),
  valueAddress: v.nullish(Address),
  valueReference: v.nullish(Reference),
});
/** A body site, with the extensions that give its side. */
export const SitedConcept = v.object({ ...Concept.entries, extension: listOf(Extension) });
export const Meta = v.object({ versionId: Text, lastUpdated: DateElement, profile: listOf(Text) });

export type Concept = v.InferOutput<typeof Concept>;
export type SitedConcept = v.InferOutput<typeof SitedConcept>;
export type Coding = v.InferOutput<typeof Coding>;
export type Identifier = v.InferOutput<typeof Identifier>;
export type Reference = v.InferOutput<typeof Reference>;
export type Quantity = v.InferOutput<typeof Quantity>;
export type Attachment = v.InferOutput<typeof Attachment>;
export type HumanName = v.InferOutput<typeof HumanName>;
export type Period = v.InferOutput<typeof Period>;

type Maybe<T> = T | null | undefined;

/** The trimmed text; null if there is none. */
export const wordsOf = (text: Maybe<string>): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};
export const joined = (texts: readonly Maybe<string>[], between = ', '): string | null =>
  wordsOf([...new Set(texts.flatMap((text) => wordsOf(text) ?? []))].join(between));

/** The text, unless it only repeats the concept's code: digits, or a code whose meaning is known. */
function spokenIn(concept: Maybe<Concept>, text: Maybe<string>): string | null {
  const words = wordsOf(text);
  const own = codingsOf(concept).find(({ code }) => code === words);
  return own !== undefined && (/^[\d.-]+$/.test(own.code) || meaningOf(own) !== null) ? null : words;
}

/**
 * The name of a concept: its own text, else the display of the coding that a person chose, else the first display, else the known meaning
 * of its code. Never a code, because a reader would take it for a name.
 */
export function nameOf(concept: Maybe<Concept>): string | null {
  const codings = concept?.coding ?? [];
  return (
    spokenIn(concept, concept?.text) ??
    spokenIn(concept, codings.find(({ userSelected }) => userSelected === true)?.display) ??
    codings.map(({ display }) => spokenIn(concept, display)).find((display) => display !== null) ??
    codingsOf(concept)
      .map(meaningOf)
      .find((meaning) => meaning !== null) ??
    null
  );
}
/** The name, else the code, where readers know the codes themselves: reasons for absent values, flags, frequencies. */
export const wordsOrCode = (concept: Maybe<Concept>): string | null =>
  nameOf(concept) ?? codingsOf(concept)[0]?.code ?? null;
/** The name, else the code with its system, for what would be lost without a name, such as a laboratory result. */
export function nameOrCode(concept: Maybe<Concept>): string | null {
  const [first] = codingsOf(concept);
  return nameOf(concept) ?? (first === undefined ? null : codeLabel(first));
}
export const namesOf = (concepts: Maybe<readonly Concept[]>): string | null => joined((concepts ?? []).map(nameOf));

export const KeptCoding = v.object({
  system: v.nullable(v.string()),
  code: v.string(),
  display: v.nullable(v.string()),
});
export type KeptCoding = Readonly<v.InferOutput<typeof KeptCoding>>;
export const codingsOf = (concept: Maybe<Concept>): KeptCoding[] =>
  (concept?.coding ?? []).flatMap(({ system, code, display }) => {
    const kept = wordsOf(code);
    return kept === null ? [] : [{ system: wordsOf(system), code: kept, display: wordsOf(display) }];
  });
export const codesOf = (concepts: Maybe<readonly Concept[]>): string[] =>
  (concepts ?? []).flatMap((concept) => codingsOf(concept).map(({ code }) => code));

export const unitOf = (quantity: Maybe<Quantity>): string | null => wordsOf(quantity?.unit) ?? wordsOf(quantity?.code);
/** A quantity as text: "< 5 mg". */
export function quantityText(quantity: Maybe<Quantity>): string | null {
  if (quantity?.value === null || quantity?.value === undefined) return null;
  return [quantity.comparator, quantity.value, unitOf(quantity)].filter((part) => typeof part === 'string').join(' ');
}

/** What references call what they name. */
export const displaysOf = (references: Maybe<readonly Reference[]>): string | null =>
  joined((references ?? []).map(({ display }) => display));

/** A person's name as it is spoken; of several names the one in use. */
export function personName(names: Maybe<readonly HumanName[]>): string | null {
  const all = (names ?? []).filter(({ use }) => use !== 'old' && use !== 'maiden');
  const name = all.find(({ use }) => use === 'official') ?? all[0];
  if (!name) return null;
  return (
    wordsOf(name.text) ??
    wordsOf([...(name.prefix ?? []), ...(name.given ?? []), name.family ?? '', ...(name.suffix ?? [])].join(' '))
  );
}
export const commentOf = (notes: Maybe<readonly v.InferOutput<typeof Annotation>[]>): string | null =>
  joined(
    (notes ?? []).map(({ text }) => text),
    '\n',
  );
