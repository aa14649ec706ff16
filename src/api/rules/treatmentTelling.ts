import { dosagesText, timingText } from '../factText.ts';
import { phoneShown } from '../phone.ts';
import { readSourceDate, recordDateText } from '../recordDate.ts';
import type { SharedTextKey } from '../texts.ts';
import type { ShownFact, ShownItem, ShownValue } from './treatmentItems.ts';
import type { TreatmentGroup } from './treatmentGroups.ts';
import { knownTreatmentWord } from './treatmentValues.ts';

export type TreatmentText = Extract<SharedTextKey, `treatmentSummary.${string}` | `timing.${string}`>;
/** What a value's text needs: the reader's words, and the clock of the facility. */
export interface TreatmentTelling {
  readonly t: (key: TreatmentText, values?: Readonly<Record<string, string>>) => string;
  readonly locale: string;
  readonly timeZone: string;
}

/** A number with every digit that its source wrote. */
function numberText(locale: string, value: number | string): string {
  const digits = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: Math.min(digits, 20),
    maximumFractionDigits: 20,
  }).format(Number(value));
}

/** `2012` and `2012-03` unchanged, and the day that a source wrote; a text that is not a date stays in the source's words. */
function dateText({ locale, timeZone }: TreatmentTelling, written: string): string {
  const date = readSourceDate(written);
  return date === null ? written : recordDateText(locale, date, timeZone, 'day');
}

/** If all words are known, they are given in the reader's language; otherwise the source's text stays unchanged. */
function wordsText(telling: TreatmentTelling, written: string): string {
  const whole = knownTreatmentWord(written);
  if (whole !== null) return telling.t(whole);
  const parts = written.split(', ').map(knownTreatmentWord);
  const known = parts.flatMap((key) => key ?? []);
  return known.length === parts.length
    ? inList(
        telling,
        known.map((key) => telling.t(key)),
      )
    : written;
}

const inList = ({ t }: Pick<TreatmentTelling, 't'>, [first = '', ...others]: readonly string[]): string =>
  others.reduce((before, last) => t('treatmentSummary.list', { before, last }), first);

const routes: ReadonlySet<TreatmentText | null> = new Set<TreatmentText>([
  'treatmentSummary.value_oral',
  'treatmentSummary.value_intravenous',
  'treatmentSummary.value_subcutaneous',
  'treatmentSummary.value_intramuscular',
]);
/** The way in which a dose is given, where it stands with its amount. */
function routeText({ t }: TreatmentTelling, written: string): string | null {
  const key = knownTreatmentWord(written);
  return key !== null && routes.has(key) ? t(key) : null;
}

/** How often; codes may stand behind the source's own words: `Twice daily, PRN`. */
function frequencyText(telling: TreatmentTelling, written: string): string {
  const whole = timingText(written, telling);
  if (whole !== null) return whole;
  const parts = written.split(', ');
  const codesAt = parts.findIndex((_, at) => at > 0 && timingText(parts.slice(at).join(', '), telling) !== null);
  if (codesAt < 0) return wordsText(telling, written);
  const [own, codes] = [parts.slice(0, codesAt), parts.slice(codesAt)].map((some) => some.join(', '));
  return dosagesText(`${wordsText(telling, own ?? '')}, ${codes ?? ''}`, telling);
}

export function toldTreatmentValue(telling: TreatmentTelling, { kind, value }: ShownValue): string {
  const { t, locale } = telling;
  if (typeof value === 'boolean') return t(value ? 'treatmentSummary.value_yes' : 'treatmentSummary.value_no');
  if (typeof value === 'number') return numberText(locale, value);
  if (typeof value !== 'string')
    return inList(
      telling,
      value.map((one) => String(one).trim()).filter((one) => one !== ''),
    );
  const written = value.trim();
  switch (kind) {
    case 'number':
      return /^\d+(\.\d+)?$/.test(written) ? numberText(locale, written) : wordsText(telling, written);
    case 'date':
      return dateText(telling, written);
    case 'code':
      return wordsText(telling, written);
    case 'dose':
      return dosagesText(written, telling, (part) => routeText(telling, part));
    case 'timing':
      return frequencyText(telling, written);
    case 'phone':
      return phoneShown(written);
    case 'long':
      // What `record/map/treatments.ts` writes before the source's own comment.
      return written.replace(/^Stopped(?=\n|$)/, t('treatmentSummary.stopped'));
    case 'text':
    case 'email':
    case 'list':
    case 'id':
      return written;
  }
}

/** The values of a line as text: the first, and the others after it in brackets. */
export function toldTreatmentFact(telling: TreatmentTelling, { values }: Pick<ShownFact, 'values'>): string {
  const [value = '', ...more] = values.map((one) => toldTreatmentValue(telling, one));
  return more.length === 0 ? value : telling.t('treatmentSummary.with', { value, more: inList(telling, more) });
}

/** The name of an item: its own text, else its group's name. */
export function toldTreatmentName(
  telling: TreatmentTelling,
  group: TreatmentGroup,
  { heading }: Pick<ShownItem, 'heading'>,
): string {
  if (heading !== null) return toldTreatmentValue(telling, heading);
  return telling.t(group === 'SocialHistory' ? 'treatmentSummary.habits' : `treatmentSummary.group_${group}`);
}
