import { flagMeaning, severestFlag } from '@portal/api';
import * as v from 'valibot';
import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import {
  codesOf,
  codingsOf,
  Concept,
  DateElement,
  Flag,
  joined,
  type KeptCoding,
  listOf,
  nameOf,
  namesOf,
  Period,
  Quantity,
  quantityText,
  Range,
  Ratio,
  Text,
  unitOf,
  wordsOf,
  wordsOrCode,
} from '../fhir/elements.ts';
import { isNumbered } from '../fhir/codeWords.ts';
import { quantityOrRangeText } from './lists/entry.ts';
import type { ValueRow } from './mapped.ts';

const ReferenceRange = v.object({
  low: v.nullish(Quantity),
  high: v.nullish(Quantity),
  type: v.nullish(Concept),
  appliesTo: listOf(Concept),
  age: v.nullish(Range),
  text: Text,
});

/** The elements that observations and components have in common. */
export const commonValueElements = {
  code: Concept,
  valueQuantity: v.nullish(Quantity),
  valueCodeableConcept: v.nullish(Concept),
  valueString: Text,
  valueBoolean: Flag,
  valueInteger: v.nullish(v.pipe(v.number(), v.integer())),
  valueRange: v.nullish(Range),
  valueRatio: v.nullish(Ratio),
  valueTime: Text,
  valueDateTime: DateElement,
  valuePeriod: v.nullish(Period),
  dataAbsentReason: v.nullish(Concept),
  interpretation: listOf(Concept),
  referenceRange: listOf(ReferenceRange),
} as const;
const Valued = v.object(commonValueElements);
type Valued = v.InferOutput<typeof Valued>;

const valueElements = (raw: unknown): string[] =>
  isObject(raw)
    ? Object.keys(raw).filter((key) => /^value[A-Z]/.test(key) && raw[key] !== null && raw[key] !== undefined)
    : [];
/** Whether an element has two values, so that it cannot be shown: nobody could say which one is meant. */
export const twoValues = (raw: JsonObject): boolean => valueElements(raw).length > 1;

type Value = Pick<ValueRow, 'kind' | 'comparator' | 'value' | 'unit'>;
const plain = (kind: ValueRow['kind'], value: string | null): Value | null =>
  value === null ? null : { kind, comparator: null, value, unit: null };

function rangeValue({ low, high }: v.InferOutput<typeof Range>): Value | null {
  const [from, to] = [low?.value ?? null, high?.value ?? null];
  const units = new Set(
    [low, high].flatMap((end) => (end?.value === null || end?.value === undefined ? [] : [unitOf(end)])),
  );
  if (units.size > 1) return plain('text', joined([quantityText(low), quantityText(high)], ' – '));
  const value = from === null ? (to === null ? null : `≤ ${to}`) : to === null ? `≥ ${from}` : `${from} – ${to}`;
  return value === null ? null : { kind: 'range', comparator: null, value, unit: [...units][0] ?? null };
}

/** A ratio as text, with each unit next to its number: "1:128", "3 mg / 1 mL". */
function ratioValue({ numerator, denominator }: v.InferOutput<typeof Ratio>): Value | null {
  const [above, below] = [quantityText(numerator), quantityText(denominator)];
  if (above === null || below === null) return null;
  const isTitre = unitOf(numerator) === null && unitOf(denominator) === null;
  return plain('ratio', isTitre ? `${above}:${below}` : `${above} / ${below}`);
}

/** A coded value: its name, else a laboratory's own code ("POS", "A"), which is readable, unlike a terminology's number. */
const codedValue = (concept: Concept): string | null =>
  nameOf(concept) ?? codingsOf(concept).find(({ system }) => !isNumbered(system))?.code ?? null;

function valueOf(one: Valued): Value | null {
  const { valueQuantity: quantity } = one;
  if (quantity?.value !== null && quantity?.value !== undefined)
    return { kind: 'quantity', comparator: quantity.comparator ?? null, value: quantity.value, unit: unitOf(quantity) };
  if (one.valueCodeableConcept) return plain('code', codedValue(one.valueCodeableConcept));
  if (typeof one.valueBoolean === 'boolean') return plain('yes-no', String(one.valueBoolean));
  if (typeof one.valueInteger === 'number') return plain('quantity', String(one.valueInteger));
  if (one.valueRange) return rangeValue(one.valueRange);
  if (one.valueRatio) return ratioValue(one.valueRatio);
  if (one.valueDateTime) return plain('time', one.valueDateTime.text);
  if (one.valuePeriod) return plain('time', joined([one.valuePeriod.start?.text, one.valuePeriod.end?.text], ' – '));
  return plain('time', wordsOf(one.valueTime)) ?? plain('text', wordsOf(one.valueString));
}

/** A reference range as text, with its unit if that differs from the value's. Of several it says for which age each is. */
function rangeText(
  range: v.InferOutput<typeof ReferenceRange>,
  unit: string | null,
  isOneOfSeveral: boolean,
): string | null {
  const end = (quantity: typeof range.low) => {
    if (quantity?.value === null || quantity?.value === undefined) return null;
    const own = unitOf(quantity);
    return own === null || own === unit ? quantity.value : `${quantity.value} ${own}`;
  };
  const [low, high] = [end(range.low), end(range.high)];
  const numbers = low === null ? (high === null ? null : `≤ ${high}`) : high === null ? `≥ ${low}` : `${low} – ${high}`;
  const words = wordsOf(range.text) ?? numbers;
  const group = joined([namesOf(range.appliesTo), isOneOfSeveral ? quantityOrRangeText(null, null, range.age) : null]);
  return words === null || group === null ? words : `${group}: ${words}`;
}
/** The reference range; of several kinds only the normal ones. */
function rangesText(ranges: Valued['referenceRange'], unit: string | null): string | null {
  const all = ranges ?? [];
  const normal = all.filter(({ type }) => !type || codesOf([type]).includes('normal'));
  const shown = normal.length > 0 ? normal : all;
  return joined(
    shown.map((range) => rangeText(range, unit, shown.length > 1)),
    '; ',
  );
}

/** Whether the code system is HL7's own for interpretations, in FHIR or version 2. */
const isStandard = ({ system }: KeptCoding): boolean =>
  /ObservationInterpretation|observation-interpretation|0078$|2\.16\.840\.1\.113883\.5\.83$/.test(system ?? '');

/**
 * The flag of a value. All codings, displays and texts count, because sources write their own code before the standard one and give several
 * interpretations in any order; the most severe one decides. An unknown interpretation takes part with the text that was sent (of a
 * local code, its display).
 */
function flagOf(interpretation: Valued['interpretation']): string | null {
  const concepts = interpretation ?? [];
  const codings = concepts.flatMap(({ coding }) => coding ?? []);
  const isKnown = (text: string | null): text is string => text !== null && flagMeaning(text)?.kind !== 'asSent';
  // Codes first, because of equally severe flags the first one is kept.
  const known = [
    ...codings.map(({ code }) => wordsOf(code)),
    ...codings.map(({ display }) => wordsOf(display)),
    ...concepts.map(({ text }) => wordsOf(text)),
  ].filter(isKnown);
  const unknown = concepts.filter(
    ({ coding, text }) =>
      ![text, ...(coding ?? []).flatMap(({ code, display }) => [code, display])].some((each) => isKnown(wordsOf(each))),
  );
  const asSent = joined(unknown.map((concept) => codingsOf(concept).find(isStandard)?.code ?? wordsOrCode(concept)));
  return severestFlag(asSent === null ? known : [...known, asSent]);
}

/** The row of a value. `name` is for an element without a name of its own. */
export function valueRow(one: Valued, raw: unknown, position: number, name: string): ValueRow {
  const value = valueOf(one);
  const abnormalFlag = flagOf(one.interpretation);
  const absent = wordsOrCode(one.dataAbsentReason);
  return {
    position,
    name,
    codings: codingsOf(one.code),
    ...(value ?? { kind: 'none', comparator: null, value: null, unit: null }),
    absentReason: value === null ? (absent ?? (valueElements(raw).length > 0 ? 'unsupported' : null)) : null,
    referenceRange: rangesText(one.referenceRange, value?.unit ?? null),
    abnormalFlag,
    isAbnormal: ['critical', 'outside'].includes(flagMeaning(abnormalFlag)?.kind ?? ''),
  };
}
