import type { RecordDate } from '@portal/api';
import { momentOf } from '../../record/fhir/dates.ts';
import { recordDateOf } from '../../record/fhir/recordDate.ts';
import { dateOf as timestamp } from '../document/timestamps.ts';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';

/** The date that an element's value is; null where it has none, or what is none. */
export function dateOf(of: XmlElement | null): RecordDate | null {
  const date = timestamp(attributeOf(of, 'value'));
  return date === null ? null : recordDateOf(momentOf(date));
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
  const [low, high] = [childOf(time, 'low'), childOf(time, 'high')];
  return {
    start: dateOf(time) ?? dateOf(low) ?? dateOf(childOf(time, 'center')),
    end: dateOf(high),
    isOver: isUnknown(high),
  };
}
/** When a statement's matter began and ended: of its times, the first that is an interval or a moment and no rhythm. */
export function effectiveSpan(statement: XmlElement): Span {
  const times = childrenOf(statement, 'effectiveTime').filter((time) => !isRhythm(time));
  return times.map(spanOf).find(({ start, end, isOver }) => start !== null || end !== null || isOver) ?? none;
}
/** Every so often, or at a moment of the day. */
export const isRhythm = (time: XmlElement): boolean =>
  childOf(time, 'period') !== null || childOf(time, 'event') !== null;

/** When a statement was written down, as far as its authors say: the first of them. */
export function recordedOn(...statements: readonly (XmlElement | null)[]): RecordDate | null {
  for (const statement of statements) {
    const times = childrenOf(statement, 'author').flatMap((author) => spanOf(childOf(author, 'time')).start ?? []);
    const first = times.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
    if (first !== undefined) return first;
  }
  return null;
}
