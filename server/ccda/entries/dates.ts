import type { RecordDate } from '@portal/api';
import { momentOf } from '../../record/fhir/dates.ts';
import { recordDateOf } from '../../record/fhir/recordDate.ts';
import type { XmlElement } from '../tree.ts';
import { attributeOf, elementAt, elementsOf } from './elements.ts';

const pattern = /^(\d{4})(\d{2})?(\d{2})?(?:(\d{2})(\d{2})(?:(\d{2})(\.\d+)?)?)?(?:Z|([+-])(\d{2}):?(\d{2})?)?$/;

/** A timestamp of HL7 v3 in FHIR's form; what is in that form already stays as it is. */
function fhirForm(text: string): string {
  const [found, year = '', month, day, hour, minute, second, part = '', sign, zoneHour, zoneMinute] =
    pattern.exec(text) ?? [];
  if (found === undefined) return text;
  const date = [year, month, day].filter((each) => each !== undefined).join('-');
  if (hour === undefined || minute === undefined) return date;
  const zone =
    sign === undefined ? (text.endsWith('Z') ? 'Z' : '') : `${sign}${zoneHour ?? '00'}:${zoneMinute ?? '00'}`;
  return `${date}T${hour}:${minute}:${second ?? '00'}${part}${zone}`;
}
/** The date that an element's value is; null where it has none, or what is none. */
export function dateOf(of: XmlElement | null): RecordDate | null {
  const value = attributeOf(of, 'value');
  return value === null ? null : recordDateOf(momentOf(fhirForm(value)));
}

export interface Span {
  readonly start: RecordDate | null;
  readonly end: RecordDate | null;
  /** The source says that it is over, though not when. */
  readonly isOver: boolean;
}
const none: Span = { start: null, end: null, isOver: false };
const isUnknown = (of: XmlElement | null): boolean => attributeOf(of, 'nullFlavor') === 'UNK';

/** A time or an interval of times. */
export function spanOf(time: XmlElement | null): Span {
  if (time === null) return none;
  const [low, high] = [elementAt(time, 'low'), elementAt(time, 'high')];
  return {
    start: dateOf(time) ?? dateOf(low) ?? dateOf(elementAt(time, 'center')),
    end: dateOf(high),
    isOver: isUnknown(high),
  };
}
/** When a statement's matter began and ended: of its times, the first that is an interval or a moment and no rhythm. */
export function effectiveSpan(statement: XmlElement): Span {
  const times = elementsOf(statement, 'effectiveTime').filter((time) => !isRhythm(time));
  return times.map(spanOf).find(({ start, end, isOver }) => start !== null || end !== null || isOver) ?? none;
}
/** Every so often, or at a moment of the day. */
export const isRhythm = (time: XmlElement): boolean =>
  elementAt(time, 'period') !== null || elementAt(time, 'event') !== null;

/** When a statement was written down, as far as its authors say: the first of them. */
export function recordedOn(...statements: readonly (XmlElement | null)[]): RecordDate | null {
  for (const statement of statements) {
    const times = elementsOf(statement, 'author').flatMap((author) => spanOf(elementAt(author, 'time')).start ?? []);
    const first = times.toSorted()[0];
    if (first !== undefined) return first;
  }
  return null;
}
