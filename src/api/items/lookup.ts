import { type Answer, freeTextMaximum, type ItemOf, mostRows } from '../questionnaireItems.ts';
import { isBlank, type ItemRules, placeOf } from './itemType.ts';

type Lookup = ItemOf<'LookupQuestion'>;

/**
 * True for the person's own text as an answer. Search text that was not chosen is in the draft with `isChecked: false`. It is not an answer
 * yet, and the person is told so instead of it being dropped silently.
 */
const ownWords = (entry: Answer): boolean => entry.coding === undefined && entry.isChecked !== false;
const isTyped = (entry: Answer): boolean => entry.coding === undefined && !isBlank(entry.textAnswer);

const nameOf = ({ coding, textAnswer = '' }: Answer): string =>
  coding ? JSON.stringify([coding.system ?? null, coding.code]) : textAnswer.trim();
const answersIn = (item: Lookup, entries: readonly Answer[]): Answer[] =>
  entries.filter((entry) => entry.coding !== undefined || (item.isOpen && ownWords(entry) && isTyped(entry)));

export const takesSeveral = (item: Lookup): boolean =>
  item.isMultiple || (item.occurs !== undefined && item.occurs.most !== 1);

export const lookup: ItemRules<'LookupQuestion'> = {
  takesAnswer: true,
  isAnswered: (item, entries) => answersIn(item, entries).length > 0,
  fault: (item, entries) => {
    const chosen = answersIn(item, entries);
    if (entries.some((entry) => isTyped(entry) && !chosen.includes(entry))) return { kind: 'unknownOption' };
    const least = item.occurs?.least ?? 0;
    if (chosen.length === 0) return item.isRequired ? { kind: 'required' } : null;
    if (chosen.some((entry) => !entry.coding && (entry.textAnswer ?? '').length > freeTextMaximum))
      return { kind: 'tooLong', maximum: freeTextMaximum };
    if (new Set(chosen.map(nameOf)).size < chosen.length) return { kind: 'unknownOption' };
    if (chosen.length < least) return { kind: 'tooFew', least };
    const most = takesSeveral(item) ? (item.occurs?.most ?? mostRows) : 1;
    return chosen.length > most ? { kind: 'tooMany', most } : null;
  },
  submitted: (item, entries) =>
    answersIn(item, entries).map((entry) => ({
      ...placeOf(entry),
      ...(entry.coding ? { coding: entry.coding } : { textAnswer: (entry.textAnswer ?? '').trim() }),
    })),
  fits: (item, entries) =>
    entries.every((entry) => entry.coding !== undefined || item.isOpen || entry.isChecked === false) &&
    (takesSeveral(item) || answersIn(item, entries).length <= 1),
  score: () => null,
};
