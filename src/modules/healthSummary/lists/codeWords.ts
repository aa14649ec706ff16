import type { EntryValue, FactName } from '@portal/api';
import type { Telling } from './telling.ts';

/*
 * Codes that HL7 and FHIR have for a few facts, which sources send where people expect words. Each means one thing, so saying it in words
 * is no guess; anything else is shown as the source wrote it.
 */

const strengths = { mild: 'mild', moderate: 'moderate', severe: 'severe' } as const;
const dangers = { low: 'dangerLow', high: 'dangerHigh', 'unable-to-assess': 'dangerUnknown' } as const;
/** FHIR's timing abbreviations. */
const timings = {
  QD: 'onceADay',
  BID: 'twiceADay',
  TID: 'threeTimesADay',
  QID: 'fourTimesADay',
  QOD: 'everyOtherDay',
  AM: 'inTheMorning',
  PM: 'inTheAfternoon',
  BED: 'atBedtime',
  WK: 'onceAWeek',
  MO: 'onceAMonth',
} as const;
const every = { h: 'everyHours', d: 'everyDays', wk: 'everyWeeks' } as const;

const wordFor = <Word extends string>(words: Readonly<Record<string, Word>>, code: string): Word | null =>
  Object.hasOwn(words, code) ? (words[code] ?? null) : null;

function timingText({ t }: Pick<Telling, 't'>, value: string): string | null {
  const known = wordFor(timings, value);
  if (known !== null) return t(`healthSummary.${known}`);
  const [, count, unit = ''] = /^Q?(\d{1,3}) ?(h|d|wk)$/i.exec(value) ?? [];
  const each = wordFor(every, unit.toLowerCase());
  return count === undefined || each === null ? null : t(`healthSummary.${each}`, { count: Number(count) });
}

/** A fact in words where it is one of those codes; null where it is the source's own text. */
export function codeText(telling: Pick<Telling, 't'>, name: FactName, text: string): string | null {
  const value = text.trim();
  if (name === 'frequency') return timingText(telling, value);
  const word =
    name === 'severity'
      ? wordFor(strengths, value.toLowerCase())
      : name === 'criticality'
        ? wordFor(dangers, value.toLowerCase())
        : null;
  return word === null ? null : telling.t(`healthSummary.${word}`);
}

/** Yes or no, where a source says `true` or `false`. */
export function booleanText({ t }: Pick<Telling, 't'>, { value, isNumber }: EntryValue): string | null {
  if (isNumber || (value !== 'true' && value !== 'false')) return null;
  return t(value === 'true' ? 'healthSummary.yes' : 'healthSummary.no');
}
