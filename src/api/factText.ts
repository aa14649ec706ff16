import type { FactName } from './healthLists.ts';
import type { SharedTextKey } from './texts.ts';

type Key = Extract<SharedTextKey, `healthSummary.${string}`>;

/** FHIR's timing abbreviations, its counts per period (`2 / 1 d`), and HL7's events and days of the week. */
const timings: Readonly<Record<string, Key>> = {
  QD: 'healthSummary.onceADay',
  BID: 'healthSummary.twiceADay',
  TID: 'healthSummary.threeTimesADay',
  QID: 'healthSummary.fourTimesADay',
  QOD: 'healthSummary.everyOtherDay',
  AM: 'healthSummary.inTheMorning',
  PM: 'healthSummary.inTheAfternoon',
  BED: 'healthSummary.atBedtime',
  WK: 'healthSummary.onceAWeek',
  MO: 'healthSummary.onceAMonth',
  WAKE: 'healthSummary.onWaking',
  MORN: 'healthSummary.inTheMorning',
  'MORN.early': 'healthSummary.inTheMorning',
  'MORN.late': 'healthSummary.inTheMorning',
  NOON: 'healthSummary.atNoon',
  AFT: 'healthSummary.inTheAfternoon',
  'AFT.early': 'healthSummary.inTheAfternoon',
  'AFT.late': 'healthSummary.inTheAfternoon',
  EVE: 'healthSummary.inTheEvening',
  'EVE.early': 'healthSummary.inTheEvening',
  'EVE.late': 'healthSummary.inTheEvening',
  HS: 'healthSummary.atBedtime',
  NIGHT: 'healthSummary.atNight',
  PHS: 'healthSummary.afterSleep',
  C: 'healthSummary.withMeals',
  CM: 'healthSummary.withBreakfast',
  CD: 'healthSummary.withLunch',
  CV: 'healthSummary.withDinner',
  AC: 'healthSummary.beforeMeals',
  ACM: 'healthSummary.beforeBreakfast',
  ACD: 'healthSummary.beforeLunch',
  ACV: 'healthSummary.beforeDinner',
  PC: 'healthSummary.afterMeals',
  PCM: 'healthSummary.afterBreakfast',
  PCD: 'healthSummary.afterLunch',
  PCV: 'healthSummary.afterDinner',
  mon: 'healthSummary.onMondays',
  tue: 'healthSummary.onTuesdays',
  wed: 'healthSummary.onWednesdays',
  thu: 'healthSummary.onThursdays',
  fri: 'healthSummary.onFridays',
  sat: 'healthSummary.onSaturdays',
  sun: 'healthSummary.onSundays',
  PRN: 'healthSummary.asNeeded',
  '1 / 1 d': 'healthSummary.onceADay',
  '2 / 1 d': 'healthSummary.twiceADay',
  '3 / 1 d': 'healthSummary.threeTimesADay',
  '4 / 1 d': 'healthSummary.fourTimesADay',
  '1 / 2 d': 'healthSummary.everyOtherDay',
  '1 / 1 wk': 'healthSummary.onceAWeek',
  '1 / 1 mo': 'healthSummary.onceAMonth',
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

const keyIn = (keys: Readonly<Record<string, Key>>, code: string): Key | null =>
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

type Text = (key: Key, values?: Readonly<Record<string, string>>) => string;
/** Beside its codes a timing has times of a day, `08:00`, how long it lasts, `× 10 d`, and the most that may be taken, `≤ 4 g / 1 d`. */
function timingText(part: string, text: Text): string | null {
  // So long before or after an event: `ACM (30 min)`.
  const [, code = '', minutes = ''] = /^(.*?)( \(\d+ min\))?$/.exec(part) ?? [];
  const key = factText('frequency', code);
  if (key !== null) return `${text(key)}${minutes}`;
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(part)) return part;
  const [, time] = /^× (.+)$/.exec(part) ?? [];
  if (time !== undefined) return text('healthSummary.forTime', { time });
  const [, dose, period] = /^≤ (.+) \/ (.+)$/.exec(part) ?? [];
  if (dose === undefined || period === undefined) return null;
  return /^(1 d|24 h)$/.test(period)
    ? text('healthSummary.atMostADay', { dose })
    : text('healthSummary.atMostIn', { dose, period });
}
/**
 * A fact's codes in words: "BID, PRN" means how often it is taken, and that it is taken only when needed. Null where a part is the source's
 * own text. `periodText` has words for periods, which need plurals.
 */
export function codedFactText(
  name: FactName,
  value: string,
  text: Text,
  periodText: (part: string) => string | null = () => null,
): string | null {
  if (name !== 'frequency') {
    const key = factText(name, value);
    return key === null ? null : text(key);
  }
  const [first = null, ...others] = value
    .trim()
    .split(', ')
    .map((part) => timingText(part, text) ?? periodText(part));
  return others.reduce<string | null>(
    (before, part) =>
      before === null || part === null ? null : `${before}, ${part.charAt(0).toLowerCase()}${part.slice(1)}`,
    first,
  );
}
