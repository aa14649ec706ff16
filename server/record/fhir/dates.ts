import * as v from 'valibot';

/** A date as FHIR has it, the first instant that it can mean, and its precision. */
export interface Moment {
  readonly text: string;
  readonly at: string | null;
  readonly precision: 'year' | 'month' | 'day' | 'time';
}

const pattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?)?)?$/;

/** Null if it is no FHIR `date`, `dateTime` or `instant`. Of a time without a zone only the day counts, and no time zone shifts it. */
export function momentOf(text: string): Moment | null {
  const [found, year = '', month, day, time, zone] = pattern.exec(text) ?? [];
  if (found === undefined || year === '0000') return null;
  const start = new Date(`${year}-${month ?? '01'}-${day ?? '01'}T00:00:00Z`);
  // 30 February would become a day in March.
  if (Number.isNaN(start.getTime()) || start.getUTCDate() !== Number(day ?? 1)) return null;
  const at = start.toISOString();
  if (month === undefined) return { text, at, precision: 'year' };
  if (day === undefined) return { text, at, precision: 'month' };
  if (time === undefined) return { text, at, precision: 'day' };
  // Some write the end of a day as 24 o'clock.
  if (zone === undefined || time.startsWith('24')) return { text, at, precision: 'day' };
  // JavaScript has no leap seconds, so one is read as the second before it.
  const instant = new Date(`${text.slice(0, 10)}T${time.replace(/:60(?=\.|$)/, ':59')}${zone}`);
  if (Number.isNaN(instant.getTime())) return null;
  // In some time zones the end of time (9999), or the beginning, falls into a year that the database does not support.
  const written = instant.toISOString();
  return { text, at: /^(?!0000)\d{4}-/.test(written) ? written : at, precision: 'time' };
}

const isYear = (digits: string): boolean => Number(digits) >= 1850 && Number(digits) <= 2100;
/** The certain year, or year and month, of an unreadable date of FHIR or HL7. `19112015` gives none: its last digits may be the year. */
export function certainMoment(text: string): Moment | null {
  const [, year = '', month, rest] = /^(\d{4})(?:-?(\d{2})(?!\d?$)(?:-?(\d{2}))?)?/.exec(text.trim()) ?? [];
  if (!isYear(year) || isYear(/^\d{4}(\d{4})$/.exec(text.trim())?.[1] ?? '')) return null;
  return (rest === undefined ? null : momentOf(`${year}-${month ?? ''}`)) ?? momentOf(year);
}

export const noDate = 'is no date';
/** A `date`, `dateTime` or `instant` of a resource. */
export const FhirDate = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const moment = momentOf(dataset.value);
    if (moment !== null) return moment;
    addIssue({ message: noDate });
    return NEVER;
  }),
);
