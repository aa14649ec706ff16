import type { FactName } from './healthLists.ts';
import { readRecordDate, recordDateText } from './recordDate.ts';
import type { SharedTextKey } from './texts.ts';

type TimingKey = Extract<SharedTextKey, `timing.${string}`>;
type Key = TimingKey | Extract<SharedTextKey, `healthSummary.${string}`>;

/** FHIR's timing abbreviations, its counts per period (`2 / 1 d`), and HL7's events and days of the week. */
const timings: Readonly<Record<string, TimingKey>> = {
  QD: 'timing.onceADay',
  BID: 'timing.twiceADay',
  TID: 'timing.threeTimesADay',
  QID: 'timing.fourTimesADay',
  QOD: 'timing.everyOtherDay',
  AM: 'timing.inTheMorning',
  PM: 'timing.inTheAfternoon',
  BED: 'timing.atBedtime',
  WK: 'timing.onceAWeek',
  MO: 'timing.onceAMonth',
  WAKE: 'timing.onWaking',
  MORN: 'timing.inTheMorning',
  NOON: 'timing.atNoon',
  'MORN.early': 'timing.earlyInTheMorning',
  'MORN.late': 'timing.lateInTheMorning',
  AFT: 'timing.inTheAfternoon',
  'AFT.early': 'timing.earlyInTheAfternoon',
  'AFT.late': 'timing.lateInTheAfternoon',
  EVE: 'timing.inTheEvening',
  'EVE.early': 'timing.earlyInTheEvening',
  'EVE.late': 'timing.lateInTheEvening',
  HS: 'timing.atBedtime',
  NIGHT: 'timing.atNight',
  PHS: 'timing.afterSleep',
  C: 'timing.withMeals',
  CM: 'timing.withBreakfast',
  CD: 'timing.withLunch',
  CV: 'timing.withDinner',
  AC: 'timing.beforeMeals',
  ACM: 'timing.beforeBreakfast',
  ACD: 'timing.beforeLunch',
  ACV: 'timing.beforeDinner',
  PC: 'timing.afterMeals',
  PCM: 'timing.afterBreakfast',
  PCD: 'timing.afterLunch',
  PCV: 'timing.afterDinner',
  mon: 'timing.onMondays',
  tue: 'timing.onTuesdays',
  wed: 'timing.onWednesdays',
  thu: 'timing.onThursdays',
  fri: 'timing.onFridays',
  sat: 'timing.onSaturdays',
  sun: 'timing.onSundays',
  IC: 'timing.betweenMeals',
  ICM: 'timing.betweenBreakfastAndLunch',
  ICD: 'timing.betweenLunchAndDinner',
  ICV: 'timing.betweenDinnerAndBedtime',
  PRN: 'timing.asNeeded',
  '2 / 1 d': 'timing.twiceADay',
  '3 / 1 d': 'timing.threeTimesADay',
  '4 / 1 d': 'timing.fourTimesADay',
  '1 / 2 d': 'timing.everyOtherDay',
};
interface Unit {
  /** One of it, and more. */
  readonly one: TimingKey;
  readonly more: TimingKey;
  readonly every: TimingKey;
  readonly once: TimingKey | null;
  /** So many times in it. */
  readonly times: TimingKey | null;
}
/** Units of time, by the letters with which UCUM's codes and English words for them begin. */
const units: Readonly<Record<string, Unit>> = {
  mi: { one: 'timing.oneMinute', more: 'timing.minutes', every: 'timing.everyMinutes', once: null, times: null },
  h: { one: 'timing.oneHour', more: 'timing.hours', every: 'timing.everyHours', once: 'timing.everyHour', times: null },
  d: {
    one: 'timing.oneDay',
    more: 'timing.days',
    every: 'timing.everyDays',
    once: 'timing.onceADay',
    times: 'timing.timesADay',
  },
  w: {
    one: 'timing.oneWeek',
    more: 'timing.weeks',
    every: 'timing.everyWeeks',
    once: 'timing.onceAWeek',
    times: 'timing.timesAWeek',
  },
  mo: {
    one: 'timing.oneMonth',
    more: 'timing.months',
    every: 'timing.everyMonths',
    once: 'timing.onceAMonth',
    times: 'timing.timesAMonth',
  },
  a: { one: 'timing.oneYear', more: 'timing.years', every: 'timing.everyYears', once: 'timing.onceAYear', times: null },
  y: { one: 'timing.oneYear', more: 'timing.years', every: 'timing.everyYears', once: 'timing.onceAYear', times: null },
};
const strengths: Readonly<Record<string, Key>> = {
  mild: 'healthSummary.mild',
  moderate: 'healthSummary.moderate',
  severe: 'healthSummary.severe',
};
const dangers: Readonly<Record<string, Key>> = {
  low: 'healthSummary.dangerLow',
  high: 'healthSummary.dangerHigh',
  'low criticality': 'healthSummary.dangerLow',
  'high criticality': 'healthSummary.dangerHigh',
  'unable-to-assess': 'healthSummary.dangerUnknown',
};

const keyIn = <Of extends Key>(keys: Readonly<Record<string, Of>>, code: string): Of | null =>
  Object.hasOwn(keys, code) ? (keys[code] ?? null) : null;

/**
 * The text for a fact that is a code, which sources send where people expect words. Each code means one thing, so its text is not a guess.
 * Null for anything else, which stays as the source wrote it.
 */
export function factText(name: FactName, value: string): Key | null {
  const code = value.trim();
  if (name === 'frequency') return keyIn(timings, code);
  if (name === 'severity') return keyIn(strengths, code.toLowerCase());
  return name === 'criticality' ? keyIn(dangers, code.toLowerCase()) : null;
}

/** What the text of a fact needs: the reader's words, and how their dates are written. */
export interface FactTelling<Of extends Key = Key> {
  readonly t: (key: Of, values?: Readonly<Record<string, string>>) => string;
  readonly locale: string;
}
type TimingTelling = FactTelling<TimingKey>;
const unitOf = (written: string): Unit | undefined =>
  units[/^(mi|mo|[hdway])/i.exec(written)?.[1]?.toLowerCase() ?? ''];
/** A number, or two that it lies between: `4–6`. */
const number = String.raw`\d{1,3}(?:–\d{1,3})?`;
/** The same, perhaps with a part of one: `0.5`. */
const length = String.raw`\d{1,3}(?:\.\d+)?(?:–\d{1,3}(?:\.\d+)?)?`;
const numberText = (written: string, { t }: TimingTelling): string => {
  const [from = '', to] = written.split('–');
  return to === undefined ? from : t('timing.between', { from, to });
};
const smaller: Readonly<Record<string, readonly [unit: string, count: number]>> = {
  a: ['mo', 12],
  y: ['mo', 12],
  w: ['d', 7],
  d: ['h', 24],
  h: ['min', 60],
};
interface Time {
  /** A number, or two that it lies between. */
  readonly count: string;
  readonly unit: Unit;
}
/** A time in its unit, or the next smaller one, if it is a whole number of it: `0.5 d` is 12 hours. Null where there is none, or where it is many: nobody counts 252 hours. */
function timeOf(count: string, written: string): Time | null {
  const unit = unitOf(written);
  if (unit === undefined) return null;
  const ends = count.split('–').map(Number);
  if (ends.every(Number.isInteger)) return { count: ends.join('–'), unit };
  const [next, factor] = /^mo/i.test(written) ? [] : (smaller[written.charAt(0).toLowerCase()] ?? []);
  const smallerUnit = unitOf(next ?? '');
  if (factor === undefined || smallerUnit === undefined || ends.some((end) => end > 10)) return null;
  const counts = ends.map((end) => Number((end * factor).toFixed(6)));
  return counts.every(Number.isInteger) ? { count: counts.join('–'), unit: smallerUnit } : null;
}
const timeText = ({ count, unit }: Time, telling: TimingTelling): string =>
  count === '1' ? telling.t(unit.one) : telling.t(unit.more, { count: numberText(count, telling) });
/** With one unit for both ends: `4–6 h` for `4 h – 6 h`. */
const withOneUnit = (written: string): string => written.replace(/^([\d.]+) (\w+) – ([\d.]+) \2$/, '$1–$3 $2');
const period = new RegExp(`^(Q|(${number}) / )?(${length}) ?(min|h|d|wk|mo|a)$`, 'i');
/** How often in words: once in `12 h`, `Q8H`, `1 / 4–6 h`, and so many times, `3 / 1 wk`, `2 / 3 d`. Beside an amount `30 min` alone is how long it takes. */
function periodText(part: string, telling: TimingTelling, isBesideAmount: boolean): string | null {
  const [, before, times = '1', count = '', written = ''] = period.exec(withOneUnit(part)) ?? [];
  const time = timeOf(count, written);
  if (time === null || (before === undefined && isBesideAmount)) return null;
  const { unit } = time;
  if (times === '1' && time.count !== '1') return telling.t(unit.every, { count: numberText(time.count, telling) });
  const key = time.count !== '1' ? null : times === '1' ? unit.once : unit.times;
  const text = numberText(times, telling);
  if (key !== null) return telling.t(key, { count: text });
  return times === '1' ? null : telling.t('timing.timesIn', { count: text, period: timeText(time, telling) });
}
const span = new RegExp(`^(${length}) ?(min|minutes?|h|hours?|d|days?|wk|weeks?|mo|months?|a|years?)$`, 'i');
/** How long in words: `10 d`, `5 years`; anything else as it is. */
function spanText(written: string, telling: TimingTelling): string {
  const [, count = '', of = ''] = span.exec(withOneUnit(written)) ?? [];
  const time = timeOf(count, of);
  return time === null ? written : timeText(time, telling);
}
/** The days of a dosage, `2026-01-02 – 2026-01-08`, either of them alone too. */
function daysText(part: string, { t, locale }: TimingTelling): string | null {
  const [, from, to] = /^(\d{4}-\d\d-\d\d)? ?– ?(\d{4}-\d\d-\d\d)?$/.exec(part) ?? [];
  const dayText = (written: string | undefined): string | null => {
    const date = readRecordDate(written ?? '');
    return date === null ? null : recordDateText(locale, date, 'UTC', 'day');
  };
  const [first, last] = [dayText(from), dayText(to)];
  if (first === null) return last === null ? null : t('timing.untilDay', { day: last });
  return last === null ? t('timing.fromDay', { day: first }) : t('timing.fromDayToDay', { from: first, to: last });
}
/** Beside its codes a timing has times of a day, `08:00`, its days, how long it lasts, `× 10 d`, and the most that may be taken, `≤ 4 g / 1 d`. */
function timingPart(part: string, telling: TimingTelling, isBesideAmount = false): string | null {
  // So long before or after an event: `ACM (30 min)`.
  const [, code = '', minutes = ''] = /^(.*?)( \(-?\d+ min\))?$/.exec(part) ?? [];
  const key = keyIn(timings, code);
  if (key !== null) return `${telling.t(key)}${minutes}`;
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(part)) return part;
  const [, time] = /^× (.+)$/.exec(part) ?? [];
  if (time !== undefined) return telling.t('timing.forTime', { time: spanText(time, telling) });
  const [, dose, most] = /^≤ (.+) \/ (.+)$/.exec(part) ?? [];
  if (dose === undefined || most === undefined)
    return periodText(part, telling, isBesideAmount) ?? daysText(part, telling);
  return /^(1 d|24 h)$/.test(most)
    ? telling.t('timing.atMostADay', { dose })
    : telling.t('timing.atMostIn', { dose, period: spanText(most, telling) });
}
/** A part in our words, null where it has none. */
interface Part {
  readonly part: string;
  readonly words: string | null;
}
const inARow = (parts: readonly Part[]): string =>
  parts
    .map(({ part, words }, at) =>
      words === null ? part : at === 0 ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`,
    )
    .join(', ');
/** A timing's codes in words: "BID, PRN" means how often something is taken, and that it is taken only when needed. Null where a part is the source's own text. */
export function timingText(value: string, telling: TimingTelling): string | null {
  const parts = value
    .trim()
    .split(', ')
    .map((part) => ({ part, words: timingPart(part, telling) }));
  return parts.every(({ words }) => words !== null) ? inARow(parts) : null;
}
/**
 * How several dosages are taken, `20 mg, BID, × 7 d; 10 mg, BID`: codes in words, and amounts and sentences as their source wrote them.
 * `ofSource`: what else of a source's words has words of ours.
 */
export const dosagesText = (
  value: string,
  telling: TimingTelling,
  ofSource: (part: string) => string | null = () => null,
): string =>
  value
    .split('; ')
    .map((dosage) =>
      inARow(dosage.split(', ').map((part) => ({ part, words: timingPart(part, telling, true) ?? ofSource(part) }))),
    )
    .join('; ');
/** In words where an amount, a limit or "when needed" stands with how often, or there are several of them; null for anything else. */
function composedText(value: string, telling: TimingTelling): string | null {
  const words = /^\d|, [×≤] |, PRN$|; /.test(value) ? dosagesText(value, telling) : value;
  return words === value ? null : words;
}
/** A fact's codes in words; null where it is the source's own text. */
export function codedFactText(name: FactName, value: string, telling: FactTelling): string | null {
  if (name === 'frequency') return timingText(value, telling) ?? composedText(value, telling);
  if (name === 'dose') return composedText(value, telling);
  const key = factText(name, value);
  return key === null ? null : telling.t(key);
}
