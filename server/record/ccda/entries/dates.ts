import type { RecordDate } from '@portal/api';
import { certainMoment, momentOf } from '../../fhir/dates.ts';
import { recordDateOf } from '../../fhir/recordDate.ts';
import { dateOf as timestamp } from '../document/timestamps.ts';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf } from '../xml/elements.ts';

const exactOf = (value: string | null): RecordDate | null => {
  const date = timestamp(value);
  return date === null ? null : recordDateOf(momentOf(date));
};
/** The date of an element's value, or the certain part of it; null if there is none or nothing is certain. */
function dateOf(of: XmlElement | null): RecordDate | null {
  const value = attributeOf(of, 'value');
  return exactOf(value) ?? (value === null ? null : recordDateOf(certainMoment(value)));
}
/** A date that cannot be read, as it was written. Programs write zeros for no date. */
function unreadIn(of: XmlElement | null): string[] {
  const value = attributeOf(of, 'value')?.trim() ?? '';
  return value === '' || /^0+$/.test(value) || exactOf(value) !== null ? [] : [value];
}

export interface Span {
  readonly start: RecordDate | null;
  readonly end: RecordDate | null;
  /** The source says that it has ended, but not when. */
  readonly isOver: boolean;
  /** What the source wrote instead of a complete, valid date. */
  readonly unread: readonly string[];
}
const none: Span = { start: null, end: null, isOver: false, unread: [] };
const isUnknown = (of: XmlElement | null): boolean => attributeOf(of, 'nullFlavor') === 'UNK';

export function spanOf(time: XmlElement | null): Span {
  if (time === null) return none;
  const [low, high, center] = [childOf(time, 'low'), childOf(time, 'high'), childOf(time, 'center')];
  return {
    start: dateOf(time) ?? dateOf(low) ?? dateOf(center),
    end: dateOf(high),
    isOver: isUnknown(high),
    unread: [time, low, center, high].flatMap(unreadIn),
  };
}
/** When something began and ended: the first of its times, without rhythms, that has a start or an end. */
export function effectiveSpan(statement: XmlElement): Span {
  const spans = childrenOf(statement, 'effectiveTime')
    .filter((time) => !isRhythm(time))
    .map(spanOf);
  const found = spans.find(({ start, end, isOver }) => start !== null || end !== null || isOver) ?? none;
  return { ...found, unread: spans.flatMap(({ unread }) => unread) };
}
/** Whether a time is a repetition or an event of the day, such as a meal. */
export const isRhythm = (time: XmlElement): boolean =>
  childOf(time, 'period') !== null || childOf(time, 'event') !== null;

/** When a statement was written, by the earliest time of its authors. The first statement with such a time counts. */
export function recordedOn(...statements: readonly (XmlElement | null)[]): RecordDate | null {
  for (const statement of statements) {
    const times = childrenOf(statement, 'author').flatMap((author) => spanOf(childOf(author, 'time')).start ?? []);
    const first = times.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0];
    if (first !== undefined) return first;
  }
  return null;
}

/** When something was, and when it was recorded (see `recordedOn`), as an entry has it. */
export const datesOf = ({ start, end, unread }: Span, ...statements: readonly (XmlElement | null)[]) => ({
  start,
  end,
  unread,
  recorded: recordedOn(...statements),
});
