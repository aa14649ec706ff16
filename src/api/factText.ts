import type { FactName } from './healthLists.ts';
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
  AFT: 'timing.inTheAfternoon',
  EVE: 'timing.inTheEvening',
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
  PRN: 'timing.asNeeded',
  '1 / 1 d': 'timing.onceADay',
  '2 / 1 d': 'timing.twiceADay',
  '3 / 1 d': 'timing.threeTimesADay',
  '4 / 1 d': 'timing.fourTimesADay',
  '1 / 2 d': 'timing.everyOtherDay',
  '1 / 1 wk': 'timing.onceAWeek',
  '1 / 1 mo': 'timing.onceAMonth',
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

type Text<Of extends Key> = (key: Of, values?: Readonly<Record<string, string>>) => string;
/** Beside its codes a timing has times of a day, `08:00`, how long it lasts, `× 10 d`, and the most that may be taken, `≤ 4 g / 1 d`. */
function timingPart(part: string, text: Text<TimingKey>): string | null {
  // So long before or after an event: `ACM (30 min)`.
  const [, code = '', minutes = ''] = /^(.*?)( \(\d+ min\))?$/.exec(part) ?? [];
  const key = keyIn(timings, code);
  if (key !== null) return `${text(key)}${minutes}`;
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(part)) return part;
  const [, time] = /^× (.+)$/.exec(part) ?? [];
  if (time !== undefined) return text('timing.forTime', { time });
  const [, dose, period] = /^≤ (.+) \/ (.+)$/.exec(part) ?? [];
  if (dose === undefined || period === undefined) return null;
  return /^(1 d|24 h)$/.test(period) ? text('timing.atMostADay', { dose }) : text('timing.atMostIn', { dose, period });
}
/**
 * A timing's codes in words: "BID, PRN" means how often something is taken, and that it is taken only when needed. Null where a part is the
 * source's own text. `periodText` has words for periods, which need plurals.
 */
export function timingText(
  value: string,
  text: Text<TimingKey>,
  periodText: (part: string) => string | null = () => null,
): string | null {
  const [first = null, ...others] = value
    .trim()
    .split(', ')
    .map((part) => timingPart(part, text) ?? periodText(part));
  return others.reduce<string | null>(
    (before, part) =>
      before === null || part === null ? null : `${before}, ${part.charAt(0).toLowerCase()}${part.slice(1)}`,
    first,
  );
}
/** A fact's codes in words; null where it is the source's own text. */
export function codedFactText(
  name: FactName,
  value: string,
  text: Text<Key>,
  periodText?: (part: string) => string | null,
): string | null {
  if (name === 'frequency') return timingText(value, text, periodText);
  const key = factText(name, value);
  return key === null ? null : text(key);
}
