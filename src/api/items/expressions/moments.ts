/** A date, a date with a time, or a time of day, with the precision in which it is written. */
export interface Moment {
  readonly kind: 'moment';
  readonly type: 'date' | 'dateTime' | 'time';
  /** Without `@`; a time without `T`. */
  readonly text: string;
}

const shape = /^(?:(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?)?(?:T?(?:(\d{2})(?::(\d{2})(?::(\d{2}(?:\.\d+)?))?)?)?)?$/;

/** Year, month, day, hour, minute, second, as far as they are given; null when it is not a supported moment (a zone is not parsed). */
function fieldsOf({ type, text }: Moment): number[] | null {
  const match = shape.exec(type === 'time' && !text.startsWith('T') ? `T${text}` : text);
  if (!match) return null;
  return match.slice(type === 'time' ? 4 : 1).flatMap((field) => (field === undefined ? [] : [Number(field)]));
}

/** The moment in an expression or a text; null when there is none. */
export function momentOf(text: string): Moment | null {
  const type = text.startsWith('T') ? 'time' : text.includes('T') ? 'dateTime' : 'date';
  const moment: Moment = { kind: 'moment', type, text: type === 'time' ? text.slice(1) : text };
  return (type === 'date' ? /^\d{4}/ : /T|^\d{2}/).test(text) && fieldsOf(moment) ? moment : null;
}

/** Null when one is less exact than the other and they are equal as far as it goes. */
export function compareMoments(left: Moment, right: Moment): number | null {
  const [a, b] = [fieldsOf(left), fieldsOf(right)];
  if (!a || !b) throw new RangeError(`not a moment that can be compared: ${left.text}, ${right.text}`);
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const [one, other] = [a[at], b[at]];
    if (one === undefined || other === undefined) return null;
    if (one !== other) return one - other;
  }
  return 0;
}

const two = (value: number): string => String(value).padStart(2, '0');
const calendar: Readonly<Record<string, number>> = { year: 12, a: 12, month: 1, mo: 1 };
const clock: Readonly<Record<string, number>> = {
  week: 604_800,
  wk: 604_800,
  day: 86_400,
  d: 86_400,
  hour: 3600,
  h: 3600,
  minute: 60,
  min: 60,
  second: 1,
  s: 1,
};

/** The moment plus an amount; null when that unit cannot be added to this moment. */
export function later(moment: Moment, amount: number, unit: string): Moment | null {
  const fields = fieldsOf(moment);
  if (!fields || !Number.isFinite(amount)) return null;
  if (moment.type === 'time') {
    const seconds = clock[unit];
    if (seconds === undefined || seconds > 3600 || fields.length < 2) return null;
    const [hour = 0, minute = 0, second = 0] = fields;
    const total = (((hour * 3600 + minute * 60 + second + Math.trunc(amount) * seconds) % 86_400) + 86_400) % 86_400;
    const text = [Math.floor(total / 3600), Math.floor((total % 3600) / 60), total % 60].slice(0, fields.length);
    return { ...moment, text: text.map(two).join(':') };
  }
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields;
  if (fields.length < 3) return null;
  const months = calendar[unit];
  const at = new Date(Date.UTC(2000, 0, 1, hour, minute, second));
  at.setUTCFullYear(year, month - 1, day);
  if (months !== undefined) {
    at.setUTCDate(1);
    at.setUTCMonth(at.getUTCMonth() + Math.trunc(amount) * months);
    const last = new Date(at);
    last.setUTCMonth(at.getUTCMonth() + 1, 0);
    at.setUTCDate(Math.min(day, last.getUTCDate()));
  } else {
    const seconds = clock[unit];
    // A day has no hours, so a unit that is finer than the moment cannot be added.
    if (seconds === undefined || (seconds < 86_400 && fields.length < 4) || (seconds < 60 && fields.length < 6))
      return null;
    at.setTime(at.getTime() + Math.trunc(amount) * seconds * 1000);
  }
  const date = `${String(at.getUTCFullYear()).padStart(4, '0')}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()].slice(0, fields.length - 3).map(two);
  return { ...moment, text: time.length > 0 ? `${date}T${time.join(':')}` : date };
}
