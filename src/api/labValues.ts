/** The meaning of a laboratory's flag; `asSent`: an unknown flag, which is quoted and never coloured. */
export type FlagMeaning =
  | { readonly kind: 'critical' | 'outside'; readonly side: 'high' | 'low' | null }
  | { readonly kind: 'inside' }
  | { readonly kind: 'asSent' };

const meaning = (kind: 'critical' | 'outside', side: 'high' | 'low' | null): FlagMeaning => ({ kind, side });
const inside: FlagMeaning = { kind: 'inside' };
/** Codes of HL7's observation interpretations, and the words that laboratories write instead. */
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
  ['hx', meaning('outside', 'high')],
  ['h>', meaning('outside', 'high')],
  ['>', meaning('outside', 'high')],
  ['high', meaning('outside', 'high')],
  ['l', meaning('outside', 'low')],
  ['lu', meaning('outside', 'low')],
  ['lx', meaning('outside', 'low')],
  ['l<', meaning('outside', 'low')],
  ['<', meaning('outside', 'low')],
  ['low', meaning('outside', 'low')],
  ['a', meaning('outside', null)],
  ['abnormal', meaning('outside', null)],
  ['n', inside],
  ['normal', inside],
]);

/** Whether a flag is a code or usual word, and no sentence that mentions one. */
export const isKnownFlag = (flag: string): boolean => known.has(flag.trim().toLowerCase());

/** The meaning of a flag; null without one. A flag that mentions a critical value never counts as less. */
export function flagMeaning(flag: string | null | undefined): FlagMeaning | null {
  const text = (flag ?? '').trim().toLowerCase();
  if (text === '') return null;
  return known.get(text) ?? (/\b(?:critical|panic)/.test(text) ? meaning('critical', null) : { kind: 'asSent' });
}

const severity = ({ kind, ...of }: FlagMeaning): number =>
  ({ critical: 6, outside: 4, asSent: 2, inside: 1 })[kind] + ('side' in of && of.side !== null ? 1 : 0);

/**
 * The most severe of several flags of one value; among equal ones the first, and one with a side before one without. Null when there is
 * none.
 */
export function severestFlag(flags: readonly string[]): string | null {
  const all = flags.flatMap((flag) => {
    const says = flagMeaning(flag);
    return says === null ? [] : [{ flag, weight: severity(says) }];
  });
  const most = Math.max(...all.map(({ weight }) => weight));
  return all.find(({ weight }) => weight === most)?.flag ?? null;
}

/** A result that is a number; with a comparator it is only known to be less or more. */
export interface ReadValue {
  readonly comparator: '<' | '<=' | '>' | '>=' | null;
  readonly value: number;
}

const decimal = String.raw`[+-]?\d{1,12}(?:\.\d{1,12})?`;
const asValue = new RegExp(`^(<|<=|≤|>|>=|≥)?\\s*(${decimal})$`);
const comparators = new Map<string | undefined, ReadValue['comparator']>([
  ['<', '<'],
  ['<=', '<='],
  ['≤', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['≥', '>='],
]);

/** A result as a number; null when it is not one: `3,5` may mean three and a half or thirty-five. */
export function readValue(text: string | null): ReadValue | null {
  const [found, sign, number] = asValue.exec((text ?? '').trim()) ?? [];
  if (found === undefined || number === undefined) return null;
  return { comparator: comparators.get(sign) ?? null, value: Number(number) };
}

/** Most characters of a value in a table; a single longer text is shown as text (specification 3, section 9). */
const longestInTable = 20;
/** Whether a group is a single long text, which is shown below its test and not in a table. A number or a date is not one, however long. */
export function isFreeText(
  details: readonly { readonly testValue: string | null; readonly valueKind?: string | undefined }[],
): boolean {
  const [only, ...others] = details;
  if (only === undefined || others.length > 0 || (only.valueKind ?? 'text') !== 'text') return false;
  return (only.testValue?.length ?? 0) > longestInTable && readValue(only.testValue) === null;
}

/** Why there is no value, if there is a text for it in all languages; `said`: in the laboratory's words. Null: no reason was given. */
export type AbsentMeaning = 'said' | 'notDone' | 'failed' | 'withheld' | 'unsupported';

/** Codes and displays of FHIR's `data-absent-reason`. */
const absentMeanings: ReadonlyMap<string, AbsentMeaning | null> = new Map([
  ...['unknown', 'asked-unknown', 'asked-but-unknown', 'temp-unknown', 'temporarily-unknown'].map(
    (code) => [code, null] as const,
  ),
  ...['as-text', 'not-a-number', 'not-a-number-(nan)', 'nan', 'not-applicable'].map((code) => [code, null] as const),
  ['not-performed', 'notDone'],
  ['error', 'failed'],
  ['masked', 'withheld'],
  ['not-permitted', 'withheld'],
  ['unsupported', 'unsupported'],
]);

/** The meaning of a laboratory's reason for a missing value. */
export function absentMeaning(reason: string | null | undefined): AbsentMeaning | null {
  const text = (reason ?? '').trim();
  if (text === '') return null;
  const known = absentMeanings.get(text.toLowerCase().replaceAll(' ', '-'));
  return known === undefined ? 'said' : known;
}

/** A reference range as numbers; an open end is null. */
export interface ReadRange {
  readonly low: number | null;
  readonly high: number | null;
  /** The limit itself is outside, as in "< 5". */
  readonly isOpen: boolean;
}

const between = new RegExp(`^(${decimal})\\s*(?:-|–|—|to)\\s*(${decimal})$`, 'i');
const oneSided = new RegExp(`^(<|<=|≤|>|>=|≥|under|up to|below|over|above|from)\\s*(${decimal})$`, 'i');

/** A reference range as numbers; null when it contains anything else: an age, a second range, another unit. */
export function readRange(text: string | null, unit: string | null): ReadRange | null {
  const whole = (text ?? '').trim();
  const plain = unit !== null && unit !== '' && whole.endsWith(unit) ? whole.slice(0, -unit.length).trim() : whole;
  const [, from, to] = between.exec(plain) ?? [];
  if (from !== undefined && to !== undefined)
    return Number(from) < Number(to) ? { low: Number(from), high: Number(to), isOpen: false } : null;
  const [, sign, end] = oneSided.exec(plain) ?? [];
  if (sign === undefined || end === undefined) return null;
  const isOpen = /^(?:<|>|under|below|over|above)$/i.test(sign);
  return /^(?:<|≤|under|up to|below)/i.test(sign)
    ? { low: null, high: Number(end), isOpen }
    : { low: Number(end), high: null, isOpen };
}

/** Where a number is in its range; null when the range does not say, or when "less than" leaves it open. */
export function placeInRange(
  { comparator, value }: ReadValue,
  { low, high, isOpen }: ReadRange,
): 'below' | 'in' | 'above' | null {
  // "< 5" is not 5, and 5 is not in the range "< 5".
  const isLimitOut = isOpen || comparator === '<' || comparator === '>';
  const isBelow = low !== null && (value < low || (value === low && isLimitOut));
  const isAbove = high !== null && (value > high || (value === high && isLimitOut));
  switch (comparator) {
    case null:
      return isBelow ? 'below' : isAbove ? 'above' : 'in';
    case '<':
    case '<=':
      if (isBelow) return 'below';
      return low === null && high !== null && (value < high || (value === high && (comparator === '<' || !isOpen)))
        ? 'in'
        : null;
    case '>':
    case '>=':
      if (isAbove) return 'above';
      return high === null && low !== null && (value > low || (value === low && (comparator === '>' || !isOpen)))
        ? 'in'
        : null;
  }
}

/** No laboratory measures more digits than this; more digits come from a calculation. */
const mostMeasured = 6;
/** The usual number of reported digits, when nothing else shows the precision. */
const reported = 4;
const digitsOf = (text: string): number => text.replace(/^\D*0*\.?0*/, '').replace('.', '').length;
const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

/**
 * A value as it is shown, and whether that is shorter than what was sent. The laboratory's reference range shows the precision: one decimal
 * more than the range has. Without a range four significant digits stay, since most laboratories already report more digits than their
 * imprecision supports (Objective determination of appropriate reporting intervals, Ann Clin Biochem 2004;41:385-390). A UCUM unit says
 * nothing about digits. A rounded value stays on the same side of each limit as the whole one: digits are added until it does.
 */
export function readableValue(
  text: string,
  referencesRange: string | null,
  unit: string | null,
): { readonly text: string; readonly isRounded: boolean } {
  const whole = { text, isRounded: false };
  const [, sign = '', number = ''] = /^([<>≤≥=\s]*)([+-]?\d+\.\d+)$/.exec(text.trim()) ?? [];
  if (number === '' || digitsOf(number) <= mostMeasured) return whole;
  const exact = Number(number);
  const range = readRange(referencesRange, unit);
  const limits = range === null ? [] : [range.low, range.high].filter((end): end is number => end !== null);
  const magnitude = exact === 0 ? 0 : Math.floor(Math.log10(Math.abs(exact)));
  const least =
    referencesRange !== null && limits.length > 0
      ? Math.max(...(referencesRange.match(/\d+(?:\.\d+)?/g) ?? []).map(decimalsOf)) + 1
      : Math.max(0, reported - 1 - magnitude);
  const sides = (value: number) => limits.map((end) => Math.sign(value - end)).join();
  for (let decimals = least; decimals < decimalsOf(number); decimals += 1) {
    const rounded = exact.toFixed(decimals);
    const isZero = Number(rounded) === 0 && exact !== 0;
    if (!isZero && sides(Number(rounded)) === sides(exact)) return { text: `${sign}${rounded}`, isRounded: true };
  }
  return whole;
}
