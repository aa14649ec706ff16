import { type Answer, type ItemOf, type QuestionnaireItemId, takesSeveral } from '@portal/api';
import { chosenIn, isTyped } from '../lookupChosen.ts';
import { longestText } from '../../typed.ts';
import type { Concept } from './lookupIndex.ts';

type Lookup = ItemOf<'LookupQuestion'>;

export const typedIn = (entries: readonly Answer[]): string => entries.find(isTyped)?.textAnswer ?? '';
/** The entries after something was typed into the box. */
export const withTyped = (id: QuestionnaireItemId, entries: readonly Answer[], typed: string): Answer[] => [
  ...chosenIn(entries),
  ...(typed === '' ? [] : [{ questionnaireItemId: id, textAnswer: typed.slice(0, longestText), isChecked: false }]),
];

const saysSame = (a: Answer, b: Answer): boolean =>
  a.coding && b.coding
    ? a.coding.code === b.coding.code && a.coding.system === b.coding.system
    : a.coding === undefined && b.coding === undefined && a.textAnswer?.trim() === b.textAnswer?.trim();

/** The entries after a choice: it replaces the previous one, or is added; the box is empty then. */
function withChosen(item: Lookup, entries: readonly Answer[], chosen: Answer): Answer[] {
  const before = takesSeveral(item) ? chosenIn(entries) : [];
  return before.some((one) => saysSame(one, chosen)) ? [...before] : [...before, chosen];
}

export const withConcept = (item: Lookup, entries: readonly Answer[], concept: Concept): Answer[] =>
  withChosen(item, entries, {
    questionnaireItemId: item.questionnaireItemId,
    coding: {
      ...(concept.system === null ? {} : { system: concept.system }),
      code: concept.code,
      display: concept.display,
    },
  });

export const withOwnWords = (item: Lookup, entries: readonly Answer[], words: string): Answer[] =>
  withChosen(item, entries, { questionnaireItemId: item.questionnaireItemId, textAnswer: words.trim() });

/** The entries without one of the chosen ones; the text in the box stays. */
export const withoutChosen = (entries: readonly Answer[], at: number): Answer[] => {
  const gone = chosenIn(entries)[at];
  return entries.filter((entry) => entry !== gone);
};
