import {
  type Answer,
  type AnswerValue,
  type ItemOf,
  type ItemType,
  mostRows,
  type Occurs,
  type QuestionnaireItem,
} from '../questionnaireItems.ts';
import { type Fault, type FaultContext, type ItemRules, placeOf } from './itemType.ts';

/**
 * Types without separate boxes: a group repeats as a whole, a multi-selection has its options, and a search lists the choices beside its
 * one box.
 */
type WithoutBoxes = 'QuestionGroup' | 'MultiSelectionQuestion' | 'LookupQuestion';
/** The types that can be answered several times, each time in a separate box. */
export type RepeatingType = {
  [T in ItemType]: 'occurs' extends keyof ItemOf<T> ? Exclude<T, WithoutBoxes> : never;
}[ItemType];

/** True for a question that takes several answers, each in a separate box. */
export const isRepeatingQuestion = (item: QuestionnaireItem): item is ItemOf<RepeatingType> =>
  item.questionnaireItemType !== 'QuestionGroup' &&
  item.questionnaireItemType !== 'MultiSelectionQuestion' &&
  item.questionnaireItemType !== 'LookupQuestion' &&
  'occurs' in item &&
  item.occurs !== undefined &&
  mostAnswers(item) > 1;

/** The rules of one answer; the rule for the number of answers is the same for every type. */
interface OneAnswer<I> {
  /** True for an empty box: such an entry is never sent and never a fault. */
  isEmpty(entry: Answer): boolean;
  fault(item: I, entry: Answer, context: FaultContext): Fault | null;
  /** What is sent of it; null when it cannot be sent. */
  value(item: I, entry: Answer): AnswerValue | null;
  fits(item: I, entry: Answer): boolean;
}

/** A fault for more or fewer answers than required; no answer at all is a matter of `isRequired`. */
export function countFault(occurs: Occurs | undefined, count: number): Fault | null {
  if (occurs === undefined || count === 0) return null;
  if (count < occurs.least) return { kind: 'tooFew', least: occurs.least };
  return occurs.most !== null && count > occurs.most ? { kind: 'tooMany', most: occurs.most } : null;
}

export const mostAnswers = ({ occurs }: { readonly occurs?: Occurs | undefined }): number =>
  occurs === undefined ? 1 : Math.min(occurs.most ?? mostRows, mostRows);

type Repeating = { readonly isRequired: boolean; readonly occurs?: Occurs | undefined };

/** The rules of a type that can be answered once or several times. */
export function repeatingRules<I extends Repeating>(
  one: OneAnswer<I>,
): Pick<ItemRules<never>, 'takesAnswer'> & {
  isAnswered(item: I, entries: readonly Answer[]): boolean;
  fault(item: I, entries: readonly Answer[], context: FaultContext): Fault | null;
  submitted(item: I, entries: readonly Answer[]): Answer[];
  fits(item: I, entries: readonly Answer[]): boolean;
} {
  /** A question that does not repeat has one entry; any further entries are ignored. */
  const given = (item: I, entries: readonly Answer[]): readonly Answer[] =>
    (item.occurs === undefined ? entries.slice(0, 1) : entries).filter((entry) => !one.isEmpty(entry));
  return {
    takesAnswer: true,
    isAnswered: (item, entries) => given(item, entries).length > 0,
    fault: (item, entries, context) => {
      const answers = given(item, entries);
      if (answers.length === 0) return item.isRequired ? { kind: 'required' } : null;
      for (const entry of answers) {
        const fault = one.fault(item, entry, context);
        if (fault) return fault;
      }
      const { occurs } = item;
      return countFault(occurs && { least: occurs.least, most: mostAnswers(item) }, answers.length);
    },
    submitted: (item, entries) =>
      given(item, entries)
        .slice(0, mostAnswers(item))
        .flatMap((entry) => {
          const value = one.value(item, entry);
          return value === null ? [] : [{ ...placeOf(entry), ...value }];
        }),
    fits: (item, entries) =>
      entries.filter((entry) => !one.isEmpty(entry)).length <= mostAnswers(item) &&
      entries.every((entry) => one.fits(item, entry)),
  };
}
