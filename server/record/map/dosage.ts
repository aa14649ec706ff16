import { knownTreatmentWord } from '@portal/api';
import * as v from 'valibot';
import {
  codesOf,
  Concept,
  Decimal,
  Flag,
  joined,
  listOf,
  nameOf,
  Period,
  Quantity,
  quantityText,
  Range,
  Ratio,
  Text,
  wordsOf,
  wordsOrCode,
} from '../fhir/elements.ts';
import { quantityOrRangeText } from './lists/entry.ts';

export const Timing = v.object({
  code: v.nullish(Concept),
  repeat: v.nullish(
    v.object({
      frequency: v.nullish(Decimal),
      frequencyMax: v.nullish(Decimal),
      period: v.nullish(Decimal),
      periodMax: v.nullish(Decimal),
      periodUnit: Text,
      boundsPeriod: v.nullish(Period),
      boundsDuration: v.nullish(Quantity),
      boundsRange: v.nullish(Range),
      dayOfWeek: listOf(Text),
      timeOfDay: listOf(Text),
      when: listOf(Text),
      offset: v.nullish(Decimal),
    }),
  ),
});
const rateElements = { rateQuantity: v.nullish(Quantity), rateRange: v.nullish(Range), rateRatio: v.nullish(Ratio) };
export type Dosage = v.InferOutput<typeof Dosage>;
export const Dosage = v.object({
  sequence: v.fallback(v.nullish(Decimal), null),
  text: Text,
  additionalInstruction: listOf(Concept),
  patientInstruction: Text,
  route: v.nullish(Concept),
  site: v.nullish(Concept),
  method: v.nullish(Concept),
  dose: v.nullish(Quantity),
  timing: v.nullish(Timing),
  asNeededBoolean: Flag,
  asNeededCodeableConcept: v.nullish(Concept),
  maxDosePerPeriod: v.nullish(Ratio),
  doseAndRate: listOf(v.object({ doseQuantity: v.nullish(Quantity), doseRange: v.nullish(Range), ...rateElements })),
  // A MedicationAdministration has its rate here.
  ...rateElements,
});

/** `4`, or `4–6` where it may be more. The digits of 12.0 say nothing here, and 12 has words on the page. */
function upTo(least: number | string, most: number | string | null | undefined): string {
  const [from, to] = [String(Number(least)), String(Number(most ?? least))];
  return from === to ? from : `${from}–${to}`;
}
type Repeat = NonNullable<v.InferOutput<typeof Timing>['repeat']>;
/** `2 / 1 d`. A period alone means once in it, unless days or times say how often in one day or week. */
function countOf(repeat: Repeat): string | null {
  const { frequency, frequencyMax, period, periodMax, periodUnit } = repeat;
  if (wordsOf(periodUnit) === null || (!frequency && !period)) return null;
  const isTimed = [repeat.when, repeat.dayOfWeek, repeat.timeOfDay].some((times) => (times ?? []).length > 0);
  if (isTimed && !frequency && Number(period) === 1) return null;
  return `${upTo(frequency ?? 1, frequencyMax)} / ${upTo(period ?? 1, periodMax)} ${periodUnit ?? ''}`;
}
/** How often and when, in the words of a code, which says all of it, else composed from numbers and codes: `2 / 1 d, CM, CV`. */
export function frequencyOf(timing: v.InferOutput<typeof Timing> | null | undefined): string | null {
  const repeat = timing?.repeat;
  const coded = wordsOrCode(timing?.code);
  if (coded !== null || !repeat) return coded;
  const offset = repeat.offset ? ` (${repeat.offset} min)` : '';
  return joined([
    countOf(repeat),
    ...(repeat.when ?? []).map((when) => (wordsOf(when) === null ? null : `${when ?? ''}${offset}`)),
    ...(repeat.dayOfWeek ?? []),
    ...(repeat.timeOfDay ?? []).map((time) => time?.slice(0, 5)),
  ]);
}
/** How often and when, and whether only when needed: `2 / 1 d, PRN`. */
export const timesOf = ({ timing, asNeededBoolean, asNeededCodeableConcept }: Dosage): string | null =>
  joined([frequencyOf(timing), asNeededBoolean === true || asNeededCodeableConcept ? 'PRN' : null]);
const periodCodes: ReadonlySet<string | null | undefined> = new Set(['h', 'd', 'wk', 'mo']);
/** For how long, and how much at most: `× 10 d`, `≤ 4 g / 24 h`. No code of a timing says either. */
export function limitsOf({ timing, maxDosePerPeriod }: Partial<Pick<Dosage, 'timing' | 'maxDosePerPeriod'>>): string[] {
  const { boundsDuration, boundsRange } = timing?.repeat ?? {};
  const time = quantityOrRangeText(null, boundsDuration, boundsRange);
  const { numerator, denominator } = maxDosePerPeriod ?? {};
  const unit = periodCodes.has(denominator?.code) ? denominator?.code : denominator?.unit;
  const [most, period] = [quantityText(numerator), quantityText(denominator && { ...denominator, unit })];
  return [
    ...(time === null ? [] : [`× ${time}`]),
    ...(most === null || period === null ? [] : [`≤ ${most} / ${period}`]),
  ];
}

interface Dosed {
  readonly dosageInstruction?: Dosage[] | null | undefined;
  readonly dosage?: Dosage | Dosage[] | null | undefined;
}
/** Those without a number come after those with one. */
const sequenceOf = ({ sequence }: Dosage): number => Number(sequence ?? Number.MAX_SAFE_INTEGER);
/** How it is taken, in the order that the source gives; more than one where the dose changes, or differs over the day. */
export const dosagesOf = ({ dosageInstruction, dosage }: Dosed): Dosage[] =>
  [...(dosageInstruction ?? []), ...(Array.isArray(dosage) ? dosage : dosage ? [dosage] : [])].toSorted(
    (one, other) => sequenceOf(one) - sequenceOf(other),
  );

/** The days of one dosage of several: `2026-01-02 – 2026-01-08`. */
function daysOf({ timing }: Dosage): string | null {
  const { start, end } = timing?.repeat?.boundsPeriod ?? {};
  return start || end ? `${start?.text.slice(0, 10) ?? ''} – ${end?.text.slice(0, 10) ?? ''}`.trim() : null;
}
/** The way in which it is given: its name, or a code that has words. */
export const routeOf = ({ route }: Dosage): string | null =>
  nameOf(route) ?? codesOf(route ? [route] : []).find((code) => knownTreatmentWord(code) !== null) ?? null;
/** Whether a dosage says more than the way in which it is given. */
const saysMore = (one: Dosage): boolean =>
  [one.text, doseOf(one), timesOf(one), daysOf(one), ...limitsOf(one)].some((part) => wordsOf(part) !== null);
/** Whether dosages are given in more ways than one, so that each must say its own; ways alone are no dosages. */
export const differInRoute = (dosages: readonly Dosage[]): boolean =>
  new Set(dosages.map(routeOf)).size > 1 && dosages.some(saysMore);
/** Whether words have others in them, as whole words: "Give" does not say IV. */
const areSaid = (others: string, words: string): boolean => {
  const wordByWord = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
  return wordByWord(words).includes(wordByWord(others));
};
/** Whether dosages differ in more than their times, so that each must say all of it: nobody may take one's amount by the other's way, or on its days. */
export const differBesideTimes = (dosages: readonly Dosage[]): boolean =>
  new Set(dosages.map((one) => JSON.stringify([doseOf(one), routeOf(one), daysOf(one), limitsOf(one)]))).size > 1;
/** The amount and how often; of several dosages each in a phrase of its own, so that nobody takes one for the other. */
export function howTaken(dosages: readonly Dosage[]): {
  readonly dose: string | null;
  readonly frequency: string | null;
} {
  const [first, ...others] = dosages;
  if (others.length === 0)
    return {
      dose: first === undefined ? null : (doseOf(first) ?? wordsOf(first.text)),
      frequency: first === undefined ? null : joined([timesOf(first), ...limitsOf(first)]),
    };
  const routes = differInRoute(dosages);
  const phrases = dosages.map((one) => {
    const words = wordsOf(one.text);
    const route = routes ? routeOf(one) : null;
    if (words === null) return joined([doseOf(one), route, timesOf(one), daysOf(one), ...limitsOf(one)]);
    const isSaid = route !== null && areSaid(route, words);
    return joined([words, isSaid ? null : route, ...limitsOf(one)]);
  });
  return { dose: wordsOf(phrases.filter((phrase) => phrase !== null).join('; ')), frequency: null };
}
type Rate = Pick<Dosage, keyof typeof rateElements>;
const rateOf = ({ rateQuantity, rateRange, rateRatio }: Rate): string | null =>
  quantityOrRangeText(null, rateQuantity, rateRange) ??
  joined([quantityText(rateRatio?.numerator), quantityText(rateRatio?.denominator)], ' / ');
/** The amounts of a dosage, and how fast an infusion runs; null where it gives none. */
export const doseOf = ({ dose, doseAndRate, ...rate }: Dosage): string | null =>
  joined([
    quantityText(dose),
    ...(doseAndRate ?? []).flatMap((one) => [quantityOrRangeText(null, one.doseQuantity, one.doseRange), rateOf(one)]),
    rateOf(rate),
  ]);
