import { createHash } from 'node:crypto';
import type { EntryValue, RecordDate } from '@portal/api';
import { unitCode } from '../../record/fhir/units.ts';
import { concept, nullFlavors } from './codes.ts';
import { bare, el, type Written } from './xml.ts';

/** A date as HL7 v3 writes it, as exact as it is: `201203`, `20120306204311+0000`. */
export function timestamp(date: RecordDate): string {
  const [day = '', time] = date.split('T');
  const digits = day.replaceAll('-', '');
  if (time === undefined) return digits;
  const [, clock = '', fraction = '', zone = 'Z'] = /^([\d:]+)(\.\d+)?(Z|[+-].*)?$/.exec(time) ?? [];
  const part = /^\.0+$/.test(fraction) ? '' : fraction;
  return `${digits}${clock.replaceAll(':', '').padEnd(6, '0')}${part}${zone === 'Z' ? '+0000' : zone.replace(':', '')}`;
}

const edge = (name: 'low' | 'high', date: RecordDate | null, isOver: boolean): Written | null => {
  if (date !== null) return el(name, { value: timestamp(date) });
  return isOver ? el(name, { nullFlavor: 'UNK' }) : null;
};
/** From and until. Without an end it goes on, unless it is known to be over. */
export const interval = (start: RecordDate | null, end: RecordDate | null, isOver = false): Written =>
  bare('effectiveTime', edge('low', start, true), edge('high', end, isOver));
/** One time, or how long it took. */
export const when = (start: RecordDate | null, end: RecordDate | null): Written => {
  if (end !== null && end !== start) return interval(start, end);
  return start === null ? el('effectiveTime', { nullFlavor: 'UNK' }) : el('effectiveTime', { value: timestamp(start) });
};

/** The same parts give the same id, so that a document that is made again names the same things. */
export function stableId(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // A UUID of version 8, whose bits are its maker's.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
export const idOf = (root: string, extension?: string): Written => el('id', { root, extension });
export const template = (root: string, extension?: string): readonly Written[] =>
  extension === undefined
    ? [el('templateId', { root: templateRoot(root) })]
    : [el('templateId', { root: templateRoot(root) }), el('templateId', { root: templateRoot(root), extension })];
/** Templates are named by what comes after the root that all of C-CDA have. */
const templateRoot = (root: string): string => `2.16.840.1.113883.10.20.${root}`;

const edges = { '<': 'high', '<=': 'high', '>': 'low', '>=': 'low' } as const;
/** Whether a unit can stand in XML as one. */
export const isUnit = (unit: string | null): boolean => unit === null || /^\S+$/.test(unit);

/** A value with all its digits, as number, concept or words. */
export function valueOf({ codes, comparator, value, unit, isNumber, missing }: EntryValue): Written {
  const type = (name: string) => ({ 'xsi:type': name });
  if (value === null && codes.length === 0)
    return el('value', { ...type('ST'), nullFlavor: nullFlavors[missing ?? 'unknown'] });
  if (codes.length > 0) return concept('value', { codes, words: value, attributes: type('CD') });
  if (!isNumber || !isUnit(unit) || value === null)
    return el('value', type('ST'), [comparator, value, unit].filter((part) => part !== null).join(' '));
  const quantity = { value, unit: unit === null ? null : unitCode(unit) };
  // As people wrote it, where UCUM has another word for it.
  const written =
    unit === null || unitCode(unit) === unit
      ? null
      : el('translation', { value, nullFlavor: 'OTH' }, bare('originalText', unit));
  if (comparator === null) return el('value', { ...type('PQ'), ...quantity }, written);
  const inclusive = comparator.endsWith('=') ? 'true' : 'false';
  return el('value', type('IVL_PQ'), el(edges[comparator], { inclusive, ...quantity }, written));
}
