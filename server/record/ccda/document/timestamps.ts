import { momentOf } from '../../fhir/dates.ts';
import type { XmlElement } from '../tree.ts';
import { attributeOf, childOf } from '../xml/elements.ts';

const written =
  /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.(\d+))?)?)?)?)?)?\s*(Z|[+-]\d{2}:?(?:\d{2})?)?$/;

/** A time zone in FHIR's format; null if there is none or it is impossible. */
function zoneOf(zone: string | undefined): string | null {
  if (zone === undefined) return null;
  if (zone === 'Z') return 'Z';
  const [, sign = '', hours = '', minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return Number(hours) > 14 || Number(minutes) > 59 ? null : `${sign}${hours}:${minutes}`;
}

/**
 * Converts an HL7 v3 timestamp (`20120806104530.123-0500`) to FHIR's format with the same precision. A time without a zone, or an hour
 * without minutes, becomes only its day. Null if it is not a date.
 */
export function dateOf(value: string | null): string | null {
  const text = value?.trim() ?? '';
  const [found, year = '', month, day, hour, minute, second, fraction, zone] = written.exec(text) ?? [];
  // Some documents write dates in FHIR's format.
  if (found === undefined)
    return /^\d{4}-/.test(text) ? (momentOf(text)?.precision === 'time' ? text : dayOf(text)) : null;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  const whole = momentOf(date);
  if (whole === null) return null;
  const place = zoneOf(zone);
  if (minute === undefined || hour === undefined || place === null) return date;
  // FHIR requires seconds, and allows zeros for seconds that are not known.
  const time = `${date}T${hour}:${minute}:${second ?? '00'}${fraction === undefined ? '' : `.${fraction.slice(0, 9)}`}${place}`;
  return momentOf(time)?.precision === 'time' ? time : date;
}

const dayOf = (text: string): string | null => {
  const day = /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(text)?.[0] ?? '';
  return momentOf(day) === null ? null : day;
};

/** Only the day of a date that has no time of day, such as a birth date, because many documents write midnight in some time zone. */
export const calendarDateOf = (value: string | null): string | null => {
  const date = dateOf(value);
  return date === null ? null : date.slice(0, 10);
};

export interface Period {
  readonly start: string | null;
  readonly end: string | null;
}
/** The time of an element of type TS or IVL_TS: its own value, its center, or its two ends as far as they are known. */
export function periodOf(element: XmlElement | null): Period {
  const own = dateOf(attributeOf(element, 'value')) ?? dateOf(attributeOf(childOf(element, 'center'), 'value'));
  const start = dateOf(attributeOf(childOf(element, 'low'), 'value'));
  const end = dateOf(attributeOf(childOf(element, 'high'), 'value'));
  return { start: start ?? own, end };
}
