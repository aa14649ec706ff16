import {
  type Answer,
  type ItemOf,
  type ItemPlace,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type RepeatingGroup,
  type Slot,
  isAnswered,
  isRepeatingGroup,
  rowsOf,
  slotOf,
} from '@portal/api';
import { chosenTexts } from '../items/choice.tsx';

/** A row of a repeating group as people know it: its number and its first answer. A group that is there once has no rows. */
export interface RowName {
  readonly group: ItemOf<'QuestionGroup'>;
  readonly number: number;
  readonly total: number;
  /** Empty where nothing in the row has an answer with a text. */
  readonly says: string;
}

type EntriesBySlot = ReadonlyMap<Slot, readonly Answer[]>;

/** A name only tells rows apart, so a short beginning is enough. */
const beginning = /^.{0,60}/u;

/** The rows around an item, and the names of groups that are there once, the outermost first. */
export function rowNamesOf(
  items: readonly QuestionnaireItem[],
  bySlot: EntriesBySlot,
  { item, rowPath }: Pick<ItemPlace, 'item' | 'rowPath'>,
): RowName[] {
  const names: RowName[] = [];
  let depth = 0;
  for (const group of parentsOf(items, item).toReversed()) {
    if (isRepeatingGroup(group)) {
      if (depth === rowPath.length) break;
      const rows = rowsOf(group, bySlot.get(slotOf(group.questionnaireItemId, rowPath.slice(0, depth))) ?? []);
      depth += 1;
      const path = rowPath.slice(0, depth);
      const number = rows.indexOf(path.at(-1) ?? 0) + 1;
      names.push({ group, number, total: rows.length, says: wordsOfRow(items, bySlot, group, path) });
    } else if (group.questionnaireItemType === 'QuestionGroup' && group.formattedText !== '')
      names.push({ group, number: 0, total: 0, says: '' });
  }
  return names;
}

/** The first answer in a row: a typed text, else a chosen option. */
export function wordsOfRow(
  items: readonly QuestionnaireItem[],
  bySlot: EntriesBySlot,
  { questionnaireItemId }: RepeatingGroup,
  rowPath: readonly number[],
): string {
  const inRow = items
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
    .filter((item) => parentsOf(items, item).some((parent) => parent.questionnaireItemId === questionnaireItemId));
  for (const wordsOf of [typedWords, chosenWords])
    for (const item of inRow) {
      const words = wordsOf(item, bySlot.get(slotOf(item.questionnaireItemId, rowPath)) ?? []).trim();
      if (words !== '') return shortened(words);
    }
  return '';
}

const typedWords = (item: QuestionnaireItem, entries: readonly Answer[]): string => {
  const said = 'listAnswers' in item ? undefined : entries.find((entry) => isAnswered(item, [entry]));
  return said?.coding?.display ?? said?.textAnswer ?? '';
};
const chosenWords = (item: QuestionnaireItem, entries: readonly Answer[]): string =>
  'listAnswers' in item ? chosenTexts(item, entries).join(', ') : '';

function shortened(words: string): string {
  const [line = ''] = words.split('\n');
  // Whole code points, so that no character is cut in two.
  const [start = ''] = beginning.exec(line) ?? [];
  return start === line ? line : `${start.trimEnd()}…`;
}

/** The parents of an item, the nearest first. */
function parentsOf(items: readonly QuestionnaireItem[], item: QuestionnaireItem): QuestionnaireItem[] {
  const parents: QuestionnaireItem[] = [];
  const find = (id: QuestionnaireItemId | undefined) => items.find((one) => one.questionnaireItemId === id);
  for (let parent = find(item.parentItemId); parent && !parents.includes(parent); parent = find(parent.parentItemId))
    parents.push(parent);
  return parents;
}
