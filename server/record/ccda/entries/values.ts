import type { EntryValue } from '@portal/api';
import type { XmlElement } from '../tree.ts';
import { isNumbered } from '../../fhir/codeWords.ts';
import { unitCode } from '../../fhir/units.ts';
import { attributeOf, childOf, childrenOf, textOf } from '../xml/elements.ts';
import { conceptOf } from './concepts.ts';
import { spanOf } from './dates.ts';
import { typeOf } from './elements.ts';
import { missingOf, type Narrative } from './written.ts';

type Plain = Omit<EntryValue, 'name'>;
const nothing: Plain = { codes: [], comparator: null, value: null, unit: null, isNumber: false, missing: null };
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A unit as it was written. In UCUM, `1` and braces alone mean that there is no unit. */
function unitOf(of: XmlElement | null): string | null {
  const unit = attributeOf(of, 'unit');
  return unit === '1' ? null : unit;
}
interface Measured {
  readonly value: string;
  readonly unit: string | null;
}
/** Digits and unit. If the unit is not UCUM, only a translation has them, and its original text is the unit. */
function measured(of: XmlElement | null): Measured | null {
  const value = attributeOf(of, 'value');
  if (value !== null) {
    const unit = unitOf(of);
    const written = childrenOf(of, 'translation').map((each) => textOf(childOf(each, 'originalText')));
    return { value, unit: written.find((words) => words !== null && unitCode(words) === unit) ?? unit };
  }
  const translated = childrenOf(of, 'translation').find((each) => attributeOf(each, 'value') !== null);
  if (translated === undefined) return null;
  return {
    value: attributeOf(translated, 'value') ?? '',
    unit: unitOf(translated) ?? textOf(childOf(translated, 'originalText')),
  };
}
/** Digits and unit as text: `5 mg`. */
export function quantityWords(of: XmlElement | null): string | null {
  const found = measured(of);
  return found === null ? null : [found.value, found.unit].filter((part) => part !== null).join(' ');
}

function quantity(of: XmlElement, narrative: Narrative): Plain {
  const found = measured(of);
  if (found !== null) return { ...nothing, ...found, isNumber: number.test(found.value) };
  const words = narrative.textOf(of) ?? narrative.textOf(childOf(of, 'originalText'));
  return { ...nothing, value: words, missing: words === null ? missingOf(of) : null };
}

/** An interval: from and to, or a comparison if it has only one bound. */
function interval(of: XmlElement, narrative: Narrative): Plain {
  const [low, high] = [childOf(of, 'low'), childOf(of, 'high')];
  const [from, to] = [measured(low), measured(high)];
  const isOpen = (bound: XmlElement | null) => attributeOf(bound, 'inclusive') === 'false';
  if (from !== null && to !== null)
    return from.unit === to.unit || from.unit === null
      ? { ...nothing, value: `${from.value}–${to.value}`, unit: to.unit }
      : { ...nothing, value: `${quantityWords(low) ?? ''} – ${quantityWords(high) ?? ''}` };
  if (from !== null)
    return { ...nothing, ...from, comparator: isOpen(low) ? '>' : '>=', isNumber: number.test(from.value) };
  if (to !== null) return { ...nothing, ...to, comparator: isOpen(high) ? '<' : '<=', isNumber: number.test(to.value) };
  const center = childOf(of, 'center');
  return center === null ? quantity(of, narrative) : quantity(center, narrative);
}
function ratio(of: XmlElement): Plain {
  const [above, below] = [childOf(of, 'numerator'), childOf(of, 'denominator')];
  const [over, under] = [quantityWords(above), quantityWords(below)];
  if (over === null || under === null)
    return { ...nothing, missing: missingOf(of) ?? missingOf(above) ?? missingOf(below) };
  const isPlain = unitOf(above) === null && unitOf(below) === null;
  return { ...nothing, value: isPlain ? `${over}:${under}` : `${over} / ${under}` };
}
function coded(of: XmlElement, narrative: Narrative): Plain {
  const { name, codes, missing } = conceptOf(of, narrative);
  const own = codes.find(({ system }) => !isNumbered(system))?.code;
  const value = name ?? narrative.textOf(of) ?? own ?? null;
  return { ...nothing, codes: [...codes], value, missing: value === null ? missing : null };
}
function time(of: XmlElement): Plain {
  const { start, end, unread } = spanOf(of);
  const dates = [start, end].filter((each) => each !== null).join(' – ');
  // A value that cannot be read as a date is shown as the source wrote it.
  const value = dates === '' ? unread.join(' – ') : dates;
  return { ...nothing, value: value === '' ? null : value, missing: value === '' ? missingOf(of) : null };
}

/** The type of a value, judged by its content if it is not declared. */
function shapeOf(of: XmlElement): string {
  if (attributeOf(of, 'code') !== null || childOf(of, 'translation') !== null) return 'CD';
  if (childOf(of, 'low') !== null || childOf(of, 'high') !== null) return 'IVL_PQ';
  if (childOf(of, 'numerator') !== null) return 'RTO';
  return attributeOf(of, 'value') === null ? 'ST' : 'PQ';
}
function plainValue(of: XmlElement, narrative: Narrative): Plain {
  switch (typeOf(of) ?? shapeOf(of)) {
    case 'CD':
    case 'CE':
    case 'CO':
    case 'CV':
    case 'CS':
    case 'CR':
    case 'EIVL.event':
      return coded(of, narrative);
    case 'IVL_PQ':
    case 'IVL_INT':
    case 'IVL_REAL':
    case 'IVL':
      return interval(of, narrative);
    case 'RTO':
    case 'RTO_PQ_PQ':
    case 'RTO_INT_INT':
    case 'RTO_MO_PQ':
      return ratio(of);
    case 'TS':
    case 'IVL_TS':
      return time(of);
    case 'PQ':
    case 'INT':
    case 'REAL':
    case 'BL':
    case 'MO':
      return quantity(of, narrative);
    default: {
      const value = narrative.textOf(of) ?? attributeOf(of, 'value') ?? attributeOf(of, 'displayName');
      return { ...nothing, value, missing: value === null ? missingOf(of) : null };
    }
  }
}

/** The values of an observation, each with this name. An element with neither a value nor a reason why it is missing is left out. */
export const valuesOf = (observation: XmlElement, narrative: Narrative, name: string | null = null): EntryValue[] =>
  childrenOf(observation, 'value')
    .map((value) => ({ name, ...plainValue(value, narrative) }))
    .filter(({ value, missing }) => value !== null || missing !== null);
/** A value as one line of text: `< 5 mg`. */
const valueWords = (values: readonly EntryValue[]): string[] =>
  values.flatMap(({ comparator, value, unit }) =>
    value === null ? [] : [[comparator, value, unit].filter((part) => part !== null).join(' ')],
  );
/** The reference ranges of an observation, in its source's words or as bounds. Of several kinds only the normal ones. */
export function rangesOf(observation: XmlElement, narrative: Narrative): string[] {
  const all = childrenOf(observation, 'referenceRange').flatMap((holder) => childOf(holder, 'observationRange') ?? []);
  const normal = all.filter((range) => (attributeOf(childOf(range, 'interpretationCode'), 'code') ?? 'N') === 'N');
  return (normal.length > 0 ? normal : all).flatMap((range) => {
    const words = narrative.textOf(childOf(range, 'text'));
    if (words !== null) return [words];
    return valueWords(valuesOf(range, narrative)).slice(0, 1);
  });
}
