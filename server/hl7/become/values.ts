import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Repetition, Segment } from '../message/er7.ts';
import { codeableConceptOf, fhirDateIn, withoutNulls } from './inboundMessage.ts';

/** A number as FHIR writes it; null if it is none. "+5", ".5" and "5." are numbers of HL7. */
export function decimalOf(written: string | null): string | null {
  const [found, sign = '', whole = '', fraction = ''] = /^([+-]?)0*(\d*)(?:\.(\d*))?$/.exec(written ?? '') ?? [];
  if (found === undefined || !/\d/.test(found)) return null;
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const lines = (all: readonly Repetition[]): string => all.map((one) => one.whole()).join('\n');
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
      const number = all.length === 1 ? decimalOf(first.whole().trim()) : null;
      const isMeasured = number !== null && (obx.text(2) === 'NM' || unit.unit !== null);
      return isMeasured ? { valueQuantity: quantity(number, unit) } : text(lines(all));
    }
    case 'SN':
      return structured(first, unit);
    case 'CE':
    case 'CWE':
    case 'CNE':
    case 'CF': {
      const concepts = all.flatMap((one) => codeableConceptOf(one) ?? []);
      const [only, ...others] = concepts;
      if (only === undefined) return {};
      if (others.length === 0) return { valueCodeableConcept: only };
      return text(all.flatMap((one) => one.text(9) ?? one.text(2) ?? one.text(1) ?? []).join(', '));
    }
    case 'DT':
    case 'TS':
    case 'DTM': {
      const date = fhirDateIn(first.at(1), zone);
      return date === undefined ? text(lines(all)) : { valueDateTime: date };
    }
    case 'NR': {
      const [low, high] = [decimalOf(first.text(1)), decimalOf(first.text(2))];
      return low === null || high === null
        ? text(lines(all))
        : { valueRange: { low: quantity(low, unit), high: quantity(high, unit) } };
    }
    default:
      // TX, FT, ID, IS and whatever else is written: its words, without the separators of its components.
      return text(
        all
          .map((one) =>
            one.components === 1
              ? one.whole()
              : Array.from({ length: one.components }, (_, at) => one.text(at + 1) ?? '')
                  .filter((part) => part !== '')
                  .join(' '),
          )
          .join('\n'),
      );
  }
}

/** The value of an OBX as words; empty where it is something else. */
export function wordsOf(obx: Segment, zone: string): string {
  const { valueString } = valueOf(obx, zone);
  return typeof valueString === 'string' ? valueString : '';
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
