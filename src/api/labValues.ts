/** What a flag of the laboratory says; `asSent`: we do not know it, so it is quoted and never coloured. */
export type FlagMeaning =
  | { readonly kind: 'critical' | 'outside'; readonly side: 'high' | 'low' | null }
  | { readonly kind: 'inside' }
  | { readonly kind: 'asSent' };

const meaning = (kind: 'critical' | 'outside', side: 'high' | 'low' | null): FlagMeaning => ({ kind, side });
const inside: FlagMeaning = { kind: 'inside' };
/** Codes of HL7's observation interpretations, and the words that laboratories write in their place. */
const known: ReadonlyMap<string, FlagMeaning> = new Map([
  ['hh', meaning('critical', 'high')],
  ['ll', meaning('critical', 'low')],
  ['aa', meaning('critical', null)],
  ['critical', meaning('critical', null)],
  ['critical high', meaning('critical', 'high')],
  ['critical low', meaning('critical', 'low')],
  ['panic high', meaning('critical', 'high')],
  ['panic low', meaning('critical', 'low')],
  ['critically high', meaning('critical', 'high')],
  ['critically low', meaning('critical', 'low')],
  ['h', meaning('outside', 'high')],
  ['hu', meaning('outside', 'high')],
  ['h>', meaning('outside', 'high')],
  ['>', meaning('outside', 'high')],
  ['high', meaning('outside', 'high')],
  ['l', meaning('outside', 'low')],
  ['lu', meaning('outside', 'low')],
  ['l<', meaning('outside', 'low')],
  ['<', meaning('outside', 'low')],
  ['low', meaning('outside', 'low')],
  ['a', meaning('outside', null)],
  ['abnormal', meaning('outside', null)],
  ['n', inside],
  ['normal', inside],
]);

/** What a flag means; null without one. A flag that speaks of a critical value is never taken for less. */
export function flagMeaning(flag: string | null | undefined): FlagMeaning | null {
  const text = (flag ?? '').trim().toLowerCase();
  if (text === '') return null;
  return known.get(text) ?? (/\b(?:critical|panic)/.test(text) ? meaning('critical', null) : { kind: 'asSent' });
}

/** A result that reads as a number; with a comparator it is only known to be less or more. */
export interface ReadValue {
  readonly comparator: '<' | '>' | null;
  readonly value: number;
}

const decimal = String.raw`[+-]?\d{1,12}(?:\.\d{1,12})?`;
const asValue = new RegExp(`^(<|<=|≤|>|>=|≥)?\\s*(${decimal})$`);

/** A result as a number, or null where it is none: `3,5` may be three and a half or thirty-five, so it is none. */
export function readValue(text: string | null): ReadValue | null {
  const [found, sign, number] = asValue.exec((text ?? '').trim()) ?? [];
  if (found === undefined || number === undefined) return null;
  return { comparator: sign === undefined ? null : /^[<≤]/.test(sign) ? '<' : '>', value: Number(number) };
}

/** A reference range that reads as numbers; an open end is null. */
export interface ReadRange {
  readonly low: number | null;
  readonly high: number | null;
}

const between = new RegExp(`^(${decimal})\\s*(?:-|–|—|to)\\s*(${decimal})$`, 'i');
const oneSided = new RegExp(`^(<|<=|≤|>|>=|≥|under|up to|below|over|above|from)\\s*(${decimal})$`, 'i');

/** A reference range as numbers, or null where it holds anything else: an age, a second range, another unit. */
export function readRange(text: string | null, unit: string | null): ReadRange | null {
  const whole = (text ?? '').trim();
  const plain = unit !== null && unit !== '' && whole.endsWith(unit) ? whole.slice(0, -unit.length).trim() : whole;
  const [, from, to] = between.exec(plain) ?? [];
  if (from !== undefined && to !== undefined)
    return Number(from) < Number(to) ? { low: Number(from), high: Number(to) } : null;
  const [, sign, end] = oneSided.exec(plain) ?? [];
  if (sign === undefined || end === undefined) return null;
  return /^(?:<|≤|under|up to|below)/i.test(sign) ? { low: null, high: Number(end) } : { low: Number(end), high: null };
}

/** Where a number lies; null where the range does not say, or where "less than" leaves it open. */
export function placeInRange(
  { comparator, value }: ReadValue,
  { low, high }: ReadRange,
): 'below' | 'in' | 'above' | null {
  if (comparator === '<')
    return low !== null && value <= low ? 'below' : low === null && high !== null && value <= high ? 'in' : null;
  if (comparator === '>')
    return high !== null && value >= high ? 'above' : high === null && low !== null && value >= low ? 'in' : null;
  if (low !== null && value < low) return 'below';
  return high !== null && value > high ? 'above' : 'in';
}
