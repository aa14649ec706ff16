import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Repetition, Segment } from '../message/er7.ts';
import { codeableConceptOf, fhirDateIn, withoutNulls } from './inboundMessage.ts';

/** A number as FHIR writes it; null if it is none. "+5", ".5" and "5." are numbers of HL7. */
export function decimalOf(written: string | null): string | null {
  const [found, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*)(?:\.(\d*))?$/.exec(written ?? '') ?? [];
  if (found === undefined || !/\d/.test(found)) return null;
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A number with what is known of it if that is not all: "<0.01". Null if it is none. */
export function measureOf(
  written: string | null,
): { readonly value: string; readonly comparator: string | null } | null {
  const [, comparator = '', number = ''] = /^(<=?|>=?)?\s*(\S.*)$/.exec(written?.trim() ?? '') ?? [];
  const value = decimalOf(number);
  return value === null ? null : { value, comparator: comparator === '' ? null : comparator };
}
/** What is written in digits and is no number of FHIR, such as "0-5", "-2,5", "1.2E+05" or "2 x 10^6": without its unit it would say nothing. */
const inDigits = /^[<>=≤≥~]*\s*[+-]?\d(?:[\d\s.,:/–eE+*^x×-]*\d)?$/;

const lines = (all: readonly Repetition[]): string => all.map((one) => one.whole()).join('\n');
/** The same without the separators of components. */
const inWords = (all: readonly Repetition[]): string =>
  all
    .map((one) =>
      one.components === 1
        ? one.whole()
        : Array.from({ length: one.components }, (_, at) => one.text(at + 1) ?? '')
            .filter((part) => part !== '')
            .join(' '),
    )
    .join('\n');
const conceptsInWords = (all: readonly Repetition[]): string =>
  all.flatMap((one) => one.text(9) ?? one.text(2) ?? one.text(1) ?? []).join(', ');
const text = (words: string): JsonObject => (words.trim() === '' ? {} : { valueString: words.trim() });

interface Unit {
  readonly unit: string | null;
  readonly code: string | null;
}
const unitOf = (obx: Segment): Unit => {
  const field = obx.first(6);
  return { unit: field.text(2) ?? field.text(1), code: field.text(1) };
};

const quantity = (value: string, { unit, code }: Unit, comparator: string | null = null): JsonObject =>
  withoutNulls({ value, comparator, unit, code });

/** A structured number: "<5", "1:128", "2-4"; anything else as text. */
function structured(field: Repetition, unit: Unit): JsonObject {
  const [comparator, first, between, second] = [field.text(1), field.text(2), field.text(3), field.text(4)];
  const [low, high] = [decimalOf(first), decimalOf(second)];
  const words = [comparator, first, between, second].filter((part) => part !== null).join('');
  if (low === null || (second !== null && high === null)) return text(words);
  const isEqual = comparator === null || comparator === '=';
  if (between === null && second === null) {
    if (isEqual) return { valueQuantity: quantity(low, unit) };
    return ['<', '<=', '>', '>='].includes(comparator)
      ? { valueQuantity: quantity(low, unit, comparator) }
      : text(words);
  }
  if (!isEqual || high === null) return text(words);
  if (between === '-') return { valueRange: { low: quantity(low, unit), high: quantity(high, unit) } };
  return between === ':' || between === '/'
    ? { valueRatio: { numerator: { value: low }, denominator: { value: high } } }
    : text(words);
}

/** The value of an OBX as FHIR has it; nothing where it has none. A number that a laboratory sends as text keeps its unit. */
export function valueOf(obx: Segment, zone: string): JsonObject {
  const all = obx.all(5).filter((one) => !one.isDeleted);
  const [first] = all;
  if (first === undefined) return {};
  const unit = unitOf(obx);
  switch (obx.text(2) ?? '') {
    case 'NM':
    case 'ST': {
      const words = lines(all).trim();
      const number = all.length === 1 ? measureOf(words) : null;
      if (number !== null && (obx.text(2) === 'NM' || unit.unit !== null))
        return { valueQuantity: quantity(number.value, unit, number.comparator) };
      return text(unit.unit !== null && inDigits.test(words) ? `${words} ${unit.unit}` : words);
    }
    case 'SN':
      return all.length > 1 ? text(inWords(all)) : structured(first, unit);
    case 'CE':
    case 'CWE':
    case 'CNE':
    case 'CF': {
      const concepts = all.flatMap((one) => codeableConceptOf(one) ?? []);
      const [only, ...others] = concepts;
      if (only === undefined) return {};
      if (others.length === 0) return { valueCodeableConcept: only };
      return text(conceptsInWords(all));
    }
    case 'DT':
    case 'TS':
    case 'DTM': {
      const date = all.length > 1 ? undefined : fhirDateIn(first.at(1), zone);
      return date === undefined ? text(lines(all)) : { valueDateTime: date };
    }
    case 'NR': {
      const [low, high] = [decimalOf(first.text(1)), decimalOf(first.text(2))];
      return low === null || high === null || all.length > 1
        ? text(inWords(all))
        : { valueRange: { low: quantity(low, unit), high: quantity(high, unit) } };
    }
    default:
      // TX, FT, ID, IS and whatever else is written: its words, without the separators of its components.
      return text(inWords(all));
  }
}

/** The value of an OBX as words; empty where it is something else. */
export function wordsOf(obx: Segment, zone: string): string {
  const { valueString } = valueOf(obx, zone);
  return typeof valueString === 'string' ? valueString : '';
}
/** A value that is told among words: what is no text says nothing without its name and unit. */
export function wordsAmongWords(obx: Segment, zone: string): string {
  const value = valueOf(obx, zone);
  const isNumber = ['NM', 'SN', 'NR'].includes(obx.text(2) ?? '') || inDigits.test(lines(obx.all(5)).trim());
  if (typeof value['valueString'] === 'string' && (!isNumber || obx.text(6) === null)) return value['valueString'];
  if (Object.keys(value).length === 0) return '';
  const all = obx.all(5).filter((one) => !one.isDeleted);
  const [date, isCoded] = [value['valueDateTime'], 'valueCodeableConcept' in value];
  const told = typeof date === 'string' ? date : isCoded ? conceptsInWords(all) : inWords(all).trim();
  return `${obx.text(3, 2) ?? obx.text(3) ?? ''}: ${[told, unitOf(obx).unit].filter((part) => part !== null).join(' ')}`;
}

const files: Readonly<Record<string, string>> = {
  PDF: 'application/pdf',
  JPEG: 'image/jpeg',
  JPG: 'image/jpeg',
  PNG: 'image/png',
  HTML: 'text/html',
  TEXT: 'text/plain',
  PLAIN: 'text/plain',
};

/** How files begin in base64, for senders that say no more than "application". */
const beginnings: readonly (readonly [string, string])[] = [
  ['JVBERi', 'application/pdf'],
  ['/9j/', 'image/jpeg'],
  ['iVBORw0KGgo', 'image/png'],
];

/** The file of an OBX of type ED as an attachment; null if it has none. Text that is not in base64 is written so. */
export function attachmentOf(obx: Segment): JsonObject | null {
  const field = obx.first(5);
  if (obx.text(2) !== 'ED') return null;
  const [type, subtype, encoding] = [field.text(2), field.text(3), field.text(4)];
  const data = field.text(5);
  if (data === null) return null;
  const contentType =
    files[(subtype ?? type ?? '').toUpperCase()] ??
    (subtype === null ? beginnings.find(([start]) => data.startsWith(start))?.[1] : undefined) ??
    subtype ??
    type ??
    '';
  return {
    contentType,
    title: obx.text(3, 2),
    data: encoding?.toLowerCase() === 'base64' ? data.replace(/\s/g, '') : Buffer.from(data, 'utf8').toString('base64'),
  };
}
