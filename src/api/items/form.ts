import type { FormLogic } from '../formLogic.ts';
import type { QuestionnaireItemId } from '../ids.ts';
import type { Answer, ItemOf, QuestionnaireItem } from '../questionnaireItems.ts';
import type { AssignedQuestionnaire } from '../questionnaires.ts';
import type { CalendarDate } from '../values.ts';

/** What is asked, and all that decides whether it is. The server and both apps make it of the same questionnaire. */
export interface Form {
  /** In the order in which they are asked; what stands under an item follows it. */
  readonly items: readonly QuestionnaireItem[];
  readonly formLogic?: FormLogic | undefined;
  /** The day at the patient's facility; without it no rule depends on the day. */
  readonly today?: CalendarDate | undefined;
  /** Of a page: true for an entry whose file goes up by itself before the answers do. */
  readonly isOnItsWay?: ((entry: Answer) => boolean) | undefined;
}

/** The form of a questionnaire as it arrives. */
export const formOf = ({
  questionnaireItems: items,
  formLogic,
  today,
}: Pick<AssignedQuestionnaire, 'questionnaireItems' | 'formLogic' | 'today'>): Form => ({ items, formLogic, today });

/** An item, in one row of each repeating group around it, as a text that can be a key. */
export type Slot = string & { readonly __slot: true };

const isSlot = (_text: string): _text is Slot => true;
/** The slot of an item: its id, and the rows that it stands in. */
export function slotOf(id: QuestionnaireItemId, rowPath: readonly number[] = []): Slot {
  const text = rowPath.length === 0 ? String(id) : `${String(id)}/${rowPath.join('/')}`;
  if (!isSlot(text)) throw new Error('unreachable');
  return text;
}

/** Where an answer may stand. */
export interface Place {
  readonly item: QuestionnaireItem;
  readonly rowPath: readonly number[];
  readonly slot: Slot;
  /** False where a condition of it, or of what it stands under, is not met. */
  readonly isAsked: boolean;
}

/** A question that a person answers: shown, not computed, not fixed. */
export const isForPerson = (item: QuestionnaireItem): boolean =>
  item.questionnaireItemType !== 'SectionHeader' &&
  item.questionnaireItemType !== 'QuestionMatrixGrouping' &&
  item.questionnaireItemType !== 'QuestionGroup' &&
  item.isHidden !== true &&
  item.isReadOnly !== true &&
  item.calculated === undefined;

/** What an item begins with in these rows. */
export function initialIn({ initial = [], isInitialByRow }: QuestionnaireItem, rowPath: readonly number[]) {
  if (isInitialByRow !== true) return initial;
  const row = rowPath.at(-1) ?? 1;
  return initial.slice(row - 1, row);
}

/** A group that can have several rows. */
export type RepeatingGroup = ItemOf<'QuestionGroup'> & {
  readonly occurs: NonNullable<ItemOf<'QuestionGroup'>['occurs']>;
};
export const isRepeatingGroup = (item: QuestionnaireItem): item is RepeatingGroup =>
  item.questionnaireItemType === 'QuestionGroup' && item.occurs !== null;

/** The entries of each slot, in the order given. */
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
