import { type Answer, freeTextMaximum, type ItemOf } from '../questionnaireItems.ts';
import { type Fault, isBlank, type ItemRules, placeOf } from './itemType.ts';
import { countFault } from './repeating.ts';

type ChoiceType = 'SingleSelectionRadioButtonQuestion' | 'SingleSelectionDropdownQuestion' | 'MultiSelectionQuestion';
type ChoiceItem = ItemOf<ChoiceType>;

const optionOf = (item: ChoiceItem, entry: Answer) =>
  item.listAnswers.find((option) => option.listAnswerId === entry.listAnswerId);
const ticked = (entries: readonly Answer[]) =>
  entries.filter((entry) => entry.listAnswerId !== undefined && entry.isChecked !== false);

function choiceFault(item: ChoiceItem, entries: readonly Answer[]): Fault | null {
  const chosen = ticked(entries);
  if (chosen.length === 0) return item.isRequired ? { kind: 'required' } : null;
  for (const entry of chosen) {
    const option = optionOf(item, entry);
    if (!option) return { kind: 'unknownOption' };
    if (!option.isOtherOption) continue;
    if (isBlank(entry.otherOptionText)) return { kind: 'otherTextMissing' };
    if ((entry.otherOptionText ?? '').length > freeTextMaximum) return { kind: 'tooLong', maximum: freeTextMaximum };
  }
  return null;
}

function sent(item: ChoiceItem, entry: Answer): Answer {
  const other = optionOf(item, entry)?.isOtherOption === true && !isBlank(entry.otherOptionText);
  return {
    ...placeOf(entry),
    listAnswerId: entry.listAnswerId,
    ...(other ? { otherOptionText: entry.otherOptionText?.trim() } : {}),
  };
}

const common = {
  takesAnswer: true,
  isAnswered: (_: ChoiceItem, entries: readonly Answer[]) => ticked(entries).length > 0,
  fits: (item: ChoiceItem, entries: readonly Answer[]) =>
    ticked(entries).every((entry) => {
      const option = optionOf(item, entry);
      return option !== undefined && (option.isOtherOption || isBlank(entry.otherOptionText));
    }),
  score: (item: ChoiceItem, entries: readonly Answer[]) => {
    const chosen = new Set(ticked(entries).map((entry) => entry.listAnswerId));
    const scores = item.listAnswers.flatMap((option) =>
      chosen.has(option.listAnswerId) && option.score !== null ? [option.score] : [],
    );
    return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0);
  },
};

const single = {
  ...common,
  fault: (item: ChoiceItem, entries: readonly Answer[]) =>
    ticked(entries).length > 1 ? ({ kind: 'unknownOption' } as const) : choiceFault(item, entries),
  submitted: (item: ChoiceItem, entries: readonly Answer[]) =>
    ticked(entries)
      .slice(0, 1)
      .map((entry) => sent(item, entry)),
};

export const singleSelectionRadioButton: ItemRules<'SingleSelectionRadioButtonQuestion'> = single;
export const singleSelectionDropdown: ItemRules<'SingleSelectionDropdownQuestion'> = single;
export const multiSelection: ItemRules<'MultiSelectionQuestion'> = {
  ...common,
  fault: (item, entries) => {
    const chosen = ticked(entries);
    if (new Set(chosen.map((entry) => entry.listAnswerId)).size < chosen.length) return { kind: 'unknownOption' };
    if (chosen.length > 1 && chosen.some((entry) => optionOf(item, entry)?.isExclusive)) return { kind: 'notAlone' };
    const isAlone = chosen.some((entry) => optionOf(item, entry)?.isExclusive);
    // "None of these" counts as one answer, whatever number is asked for.
    return choiceFault(item, entries) ?? (isAlone ? null : countFault(item.occurs, chosen.length));
  },
  submitted: (item, entries) => ticked(entries).map((entry) => ({ ...sent(item, entry), isChecked: true })),
};
