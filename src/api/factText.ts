import type { FactName } from './healthLists.ts';
import type { SharedTextKey } from './texts.ts';

type Key = Extract<SharedTextKey, `healthSummary.${string}`>;

/** FHIR's timing abbreviations, and its counts per period: `2 / 1 d`. */
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
