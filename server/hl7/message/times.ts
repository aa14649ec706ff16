import type { ElementValue } from './er7.ts';

/** A time stamp of HL7: as precise as it is written, with an offset where the sender says one. */
export interface Stamp {
  readonly day: string;
  readonly precision: 'year' | 'month' | 'day' | 'time';
  /** `09:30:00` with as many digits as are written; null without a time. */
  readonly time: string | null;
  /** `+01:00`; null where none is written. */
  readonly offset: string | null;
}

const pattern =
  /^(\d{4})(?:(0[1-9]|1[0-2])(?:(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])(?:([0-5]\d)(?:([0-5]\d)(?:\.(\d{1,4}))?)?)?)?)?)?(?:([+-])(\d{2})(\d{2}))?$/;

/** Reads a TS, DTM or DT; null if it is none. */
export function stampOf(written: ElementValue): Stamp | null {
  const [found, year = '', month, day, hours, minutes = '00', seconds, fraction, sign, ahead, by] =
    pattern.exec(written ?? '') ?? [];
  if (found === undefined || year === '0000') return null;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  const full = `${year}-${month ?? '01'}-${day ?? '01'}`;
  // 30 February would become a day in March.
  if (new Date(`${full}T00:00:00Z`).toISOString().slice(0, 10) !== full) return null;
  if (hours === undefined)
    return { day: date, precision: day ? 'day' : month ? 'month' : 'year', time: null, offset: null };
  const time = `${hours}:${minutes}:${seconds ?? '00'}${fraction === undefined ? '' : `.${fraction}`}`;
  return { day: date, precision: 'time', time, offset: sign === undefined ? null : `${sign}${ahead}:${by}` };
}

const offsetText = (minutes: number): string => {
  const ahead = Math.abs(minutes);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
};

/** Turns a time stamp into a date of FHIR. Without an offset the clocks of the facility count, as the standard says of its sender's. */
export function fhirDate(written: ElementValue, offsetAt: (wall: string) => number): string | null {
  const stamp = stampOf(written);
  if (stamp === null || stamp.time === null) return stamp?.day ?? null;
  const wall = `${stamp.day}T${stamp.time}`;
  return `${wall}${stamp.offset ?? offsetText(offsetAt(wall))}`;
}

/** An instant as a time stamp in UTC, exact to the second. */
export const utcStamp = (at: Date): string => `${at.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`;
