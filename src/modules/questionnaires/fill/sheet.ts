import type { Answer, AssignedQuestionnaire, Fault, QuestionnaireItem, QuestionnaireItemId, Slot } from '@portal/api';
import type { Block, MatrixRow } from './screens.ts';
import type { QuestionChanges, ItemView, Problem, SheetProgress } from './sheetState.ts';

/** A question that is asked of the person, and the sheet of the rows that it stands in. */
export interface AskedQuestion {
  readonly item: QuestionnaireItem;
  readonly slot: Slot;
  readonly sheet: AnswerSheet;
}

/**
 * The answers of one opened questionnaire, outside React: a change reaches the one field that shows it, the progress words
 * when their numbers change, what is asked because of it, and nothing else, so that a keystroke costs the same in ten questions
 * and in two hundred. `within` gives the same sheet as the questions in one row of a group see it: by their ids alone.
 */
export interface AnswerSheet {
  readonly questionnaire: AssignedQuestionnaire;
  /** The rows of repeating groups that this sheet is about; empty for the whole one. */
  readonly rowPath: readonly number[];
  /** The same sheet for the questions in these rows; the same object for the same rows. */
  readonly within: (rowPath: readonly number[]) => AnswerSheet;
  /** In the order in which they are asked. */
  readonly items: readonly QuestionnaireItem[];
  /** The same, grouped into what is shown as one piece. */
  readonly blocks: readonly Block[];
  /** What a group holds. */
  readonly inside: (id: QuestionnaireItemId) => readonly Block[];
  /** The rows of a matrix that are asked, by its heading; empty for every other item. A change of a row reaches the heading too. */
  readonly rows: (id: QuestionnaireItemId) => readonly MatrixRow[];
  /** True where nothing hangs on anything, so that nobody needs to watch what is asked. */
  readonly isPlain: boolean;
  readonly slot: (id: QuestionnaireItemId) => Slot;
  /** False where a condition is not met; what was typed stays. */
  readonly isAsked: (id: QuestionnaireItemId) => boolean;
  /** Every question that is asked of the person, in the order in which it is shown. */
  readonly asked: () => readonly AskedQuestion[];
  /** The rows of a repeating group, in their order. */
  readonly rowNumbers: (id: QuestionnaireItemId) => readonly number[];
  /** Adds an empty row at the end; its number. */
  readonly addRow: (id: QuestionnaireItemId) => number;
  /** Removes a row with its answers; what it gives back brings both back. */
  readonly removeRow: (id: QuestionnaireItemId, row: number) => () => void;
  readonly view: (id: QuestionnaireItemId) => ItemView;
  /** Replaces the entries of one item and hands the whole sheet on to be kept. */
  readonly change: (id: QuestionnaireItemId, entries: readonly Answer[]) => void;
  /** The person left the question: what they changed there is checked from now on. */
  readonly leave: (id: QuestionnaireItemId) => void;
  /** Everything said so far, in the order of the items; also what is not valid yet. */
  readonly answers: () => readonly Answer[];
  readonly progress: () => SheetProgress;
  /** Every broken rule of what is asked, shown or not. */
  readonly faults: () => ReadonlyMap<Slot, Fault>;
  /** What was brought up or taken away last. */
  readonly asking: () => QuestionChanges;
  /** Checks every item and shows every fault. True when the sheet may be sent. */
  readonly check: () => boolean;
  /** Shows faults that the server found. Where our own rules find none, the answer is marked as one to look at again. */
  readonly flag: (ids: readonly QuestionnaireItemId[]) => void;
  /** The shown faults since the last failed check; empty before one. */
  readonly problems: () => readonly Problem[];
  /** Grows right before a question that was left shows a fault, or no longer does. */
  readonly faultsOnLeave: () => number;
  /** Puts other answers in place, those of another tab; does not hand them on. */
  readonly replace: (answers: readonly Answer[]) => void;
  /** True once something was changed here. */
  readonly isChanged: () => boolean;
  readonly subscribeItem: (id: QuestionnaireItemId, listener: () => void) => () => void;
  /** Tells when other questions are asked, or in other rows. */
  readonly subscribeAsking: (listener: () => void) => () => void;
  readonly subscribeProgress: (listener: () => void) => () => void;
  readonly subscribeProblems: (listener: () => void) => () => void;
  readonly subscribeFaultsOnLeave: (listener: () => void) => () => void;
}
