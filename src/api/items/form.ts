import type { FormLogic } from '../formLogic.ts';
import type { QuestionnaireItemId } from '../ids.ts';
import type { Answer, ItemOf, QuestionnaireItem } from '../questionnaireItems.ts';
import type { AssignedQuestionnaire } from '../questionnaires.ts';
import type { CalendarDate } from '../values.ts';

/** The questions, and everything that decides whether they are asked. The server and both apps make it from the same questionnaire. */
export interface Form {
  /** In the order of asking; the children of an item follow it. */
  readonly items: readonly QuestionnaireItem[];
  readonly formLogic?: FormLogic | undefined;
  /** What somebody who signs the whole questionnaire signs with it. */
  readonly title?: string | undefined;
  readonly instructions?: string | null | undefined;
  /** The language of its texts, if it is known. */
  readonly language?: string | undefined;
  /** The day at the patient's facility; without it no rule depends on the day. */
  readonly today?: CalendarDate | undefined;
  /** Only on a page: true for an entry whose file is uploaded by itself before the answers are sent. */
  readonly isOnItsWay?: ((entry: Answer) => boolean) | undefined;
}

export const formOf = ({
  questionnaireItems: items,
  formLogic,
  today,
  templateTitle: title,
  patientInstructions: instructions,
  language,
}: Pick<
  AssignedQuestionnaire,
  'questionnaireItems' | 'formLogic' | 'today' | 'templateTitle' | 'patientInstructions' | 'language'
>): Form => ({
  items,
  formLogic,
  title,
  instructions,
  language,
  today,
});

/** An item in one row of each repeating group around it, as a text that can be a key. */
export type Slot = string & { readonly __slot: true };

const isSlot = (_text: string): _text is Slot => true;
export function slotOf(id: QuestionnaireItemId, rowPath: readonly number[] = []): Slot {
  const text = rowPath.length === 0 ? String(id) : `${String(id)}/${rowPath.join('/')}`;
  if (!isSlot(text)) throw new Error('unreachable');
  return text;
}

export interface ItemPlace {
  readonly item: QuestionnaireItem;
  readonly rowPath: readonly number[];
  readonly slot: Slot;
  /** False when a condition of it, or of a parent, is not met. */
  readonly isAsked: boolean;
}

/** True for a question that a person answers: shown, not computed, not fixed. */
export const isForPerson = (item: QuestionnaireItem): boolean =>
  item.questionnaireItemType !== 'SectionHeader' &&
  item.questionnaireItemType !== 'QuestionMatrixGrouping' &&
  item.questionnaireItemType !== 'QuestionGroup' &&
  item.isHidden !== true &&
  item.isReadOnly !== true &&
  item.calculated === undefined;

export function initialIn({ initial = [], isInitialByRow }: QuestionnaireItem, rowPath: readonly number[]) {
  if (isInitialByRow !== true) return initial;
  const row = rowPath.at(-1) ?? 1;
  return initial.slice(row - 1, row);
}

export type RepeatingGroup = ItemOf<'QuestionGroup'> & {
  readonly occurs: NonNullable<ItemOf<'QuestionGroup'>['occurs']>;
};
export const isRepeatingGroup = (item: QuestionnaireItem): item is RepeatingGroup =>
  item.questionnaireItemType === 'QuestionGroup' && item.occurs !== null;

/** The entries of each slot, in the given order. */
export function entriesByPlace(answers: readonly Answer[]): Map<Slot, Answer[]> {
  const map = new Map<Slot, Answer[]>();
  for (const answer of answers) {
    const slot = slotOf(answer.questionnaireItemId, answer.rowPath);
    const entries = map.get(slot);
    if (entries) entries.push(answer);
    else map.set(slot, [answer]);
  }
  return map;
}
