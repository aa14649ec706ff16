import {
  type Answer,
  CalendarDate,
  type ItemOf,
  type ListAnswerId,
  type QuestionnaireItemId,
  isBlank,
  isCalendarDate,
} from '@portal/api';
import * as v from 'valibot';
import type { DateParts } from '../../../ui/dates.ts';
import { formatNumber, parseNumber } from '../../../words/index.ts';
import type { MatrixRow } from './screens.ts';

/**
 * Converts between what a person typed or ticked and the entries of the sheet. Nothing typed is lost: an incomplete number or date stays as
 * text in the draft, and the text of an "other" option stays when its tick is removed.
 */

/** The longest text of a draft; the field itself stops there. */
export const longestText = 10_000;

/** Entries with the numbers of their rows; without rows as they are. */
export const inRow = (rowPath: readonly number[], entries: readonly Answer[]): readonly Answer[] =>
  rowPath.length === 0 ? entries : entries.map((entry) => ({ ...entry, rowPath: [...rowPath] }));

export const textEntries = (id: QuestionnaireItemId, typed: string): Answer[] =>
  typed === '' ? [] : [{ questionnaireItemId: id, textAnswer: typed.slice(0, longestText) }];

export const booleanEntries = (id: QuestionnaireItemId, isChecked: boolean): Answer[] => [
  { questionnaireItemId: id, isChecked },
];

/** False for more digits than a number holds exactly: it would be stored as another number than the typed one. */
const isExact = (typed: string): boolean => typed.replace(/^\D*0*|\D/g, '').length <= 15;

/** `locale` decides the decimal sign; a point is always one. */
export function numberEntries(id: QuestionnaireItemId, locale: string, typed: string): Answer[] {
  if (typed === '') return [];
  const numberAnswer = isExact(typed) ? parseNumber(locale, typed) : null;
  return numberAnswer === null ? textEntries(id, typed) : [{ questionnaireItemId: id, numberAnswer }];
}

/** A number that was not typed here, as its field shows it: no grouping, every digit. */
const numberAsTyped = (locale: string, value: number): string =>
  formatNumber(locale, value, { useGrouping: false, maximumFractionDigits: 15 });

/** What the number field shows for the entries of a sheet. */
export const typedNumber = (locale: string, entries: readonly Answer[]): string => {
  const entry = entries[0];
  return entry?.numberAnswer === undefined ? (entry?.textAnswer ?? '') : numberAsTyped(locale, entry.numberAnswer);
};

const separator = '-';
const part = (text: string): string => text.replaceAll(separator, '').slice(0, 20);

/** A date once the three boxes name a real day; until then the text of the boxes. */
export function dateEntries(id: QuestionnaireItemId, typed: DateParts): Answer[] {
  const parts = [part(typed.year), part(typed.month), part(typed.day)];
  if (parts.every((text) => text === '')) return [];
  const [year = '', month = '', day = ''] = parts.map((text) => text.trim());
  const written = [year, month.padStart(2, '0'), day.padStart(2, '0')].join(separator);
  const isNamed = month !== '' && day !== '' && isCalendarDate(written);
  return [
    isNamed
      ? { questionnaireItemId: id, dateAnswer: v.parse(CalendarDate, written) }
      : { questionnaireItemId: id, textAnswer: parts.join(separator) },
  ];
}

/** What the three boxes show for the entries of a sheet. */
export function typedDate(entries: readonly Answer[]): DateParts {
  const entry = entries[0];
  const [year = '', month = '', day = ''] = (entry?.dateAnswer ?? entry?.textAnswer ?? '').split(separator);
  return entry?.dateAnswer === undefined
    ? { year, month, day }
    : { year, month: String(Number(month)), day: String(Number(day)) };
}

export const sliderEntries = (id: QuestionnaireItemId, numberAnswer: number): Answer[] => [
  { questionnaireItemId: id, numberAnswer },
];

const isTicked = (entry: Answer): boolean => entry.listAnswerId !== undefined && entry.isChecked !== false;

/** The ticked options of a selection, in the order of the entries. */
export const tickedOptions = (entries: readonly Answer[]): ListAnswerId[] =>
  entries.flatMap((entry) => (isTicked(entry) && entry.listAnswerId !== undefined ? [entry.listAnswerId] : []));

/** The text typed for an "other" option, ticked or not. */
export const otherTextOf = (entries: readonly Answer[], option: ListAnswerId): string =>
  entries.find((entry) => entry.listAnswerId === option)?.otherOptionText ?? '';

/** The ticks after a press: an exclusive option removes the others, and any other removes it. */
function withoutClash(
  { listAnswers }: MatrixRow,
  before: readonly ListAnswerId[],
  ticked: readonly ListAnswerId[],
): readonly ListAnswerId[] {
  const alone = new Set(listAnswers.flatMap((option) => (option.isExclusive ? option.listAnswerId : [])));
  if (ticked.length < 2 || alone.size === 0) return ticked;
  const added = ticked.filter((id) => !before.includes(id));
  const last = added.find((id) => alone.has(id));
  if (last !== undefined) return [last];
  return added.length === 0 ? ticked : ticked.filter((id) => !alone.has(id));
}

/** The entries after the ticks of a selection changed. The text of an option that is not ticked stays in the draft and is not sent. */
export function choiceEntries(item: MatrixRow, entries: readonly Answer[], ticked: readonly ListAnswerId[]): Answer[] {
  const id = item.questionnaireItemId;
  const isMulti = item.questionnaireItemType === 'MultiSelectionQuestion';
  const chosen = withoutClash(item, tickedOptions(entries), ticked);
  return item.listAnswers.flatMap((option): Answer[] => {
    const text = otherTextOf(entries, option.listAnswerId);
    const other = text === '' ? {} : { otherOptionText: text };
    if (chosen.includes(option.listAnswerId))
      return [
        {
          questionnaireItemId: id,
          listAnswerId: option.listAnswerId,
          ...other,
          ...(isMulti ? { isChecked: true } : {}),
        },
      ];
    return isBlank(text)
      ? []
      : [{ questionnaireItemId: id, listAnswerId: option.listAnswerId, ...other, isChecked: false }];
  });
}

/** The entries after the text of an "other" option changed. */
export function otherTextEntries(
  item: MatrixRow,
  entries: readonly Answer[],
  option: ListAnswerId,
  typed: string,
): Answer[] {
  return entries.map((entry) => {
    if (entry.listAnswerId !== option) return entry;
    const { otherOptionText: _, ...rest } = entry;
    return typed === '' ? rest : { ...rest, otherOptionText: typed.slice(0, longestText) };
  });
}

export const typedText = (entries: readonly Answer[]): string => entries[0]?.textAnswer ?? '';

/** The value of a slider, null until it was touched. */
export const sliderValue = (entries: readonly Answer[]): number | null => entries[0]?.numberAnswer ?? null;

/** A question whose control cannot be emptied: a radio button cannot be unticked, and a slider not be reset. */
export type Clearable = ItemOf<'BooleanQuestion' | 'SliderQuestion'> | MatrixRow;

/** A required question is answered differently, not cleared; boxes can be unticked and lists have an empty entry. */
export const canBeCleared = (item: Clearable): boolean =>
  !item.isRequired &&
  item.questionnaireItemType !== 'MultiSelectionQuestion' &&
  item.questionnaireItemType !== 'SingleSelectionDropdownQuestion';

/** The entries after the answer was cleared; the text of an "other" option stays in the draft, as when its tick is removed. */
export const clearedEntries = (item: Clearable, entries: readonly Answer[]): Answer[] =>
  'listAnswers' in item ? choiceEntries(item, entries, []) : [];
