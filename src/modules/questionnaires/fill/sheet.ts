import type {
  Answer,
  AssignedQuestionnaire,
  Fault,
  ItemPlace,
  QuestionnaireItem,
  QuestionnaireItemId,
  Slot,
} from '@portal/api';
import type { Block, MatrixRow } from './screens.ts';

/** One question as its field sees it. A new object only when something of it changed. */
export interface ItemView {
  readonly entries: readonly Answer[];
  /** The broken rule that is shown; null while none is shown, even where one is broken (visual language, section 5, Field). */
  readonly fault: Fault | null;
}

/** The progress of the person; only asked questions count. */
export interface SheetProgress {
  readonly answered: number;
  readonly total: number;
  /** Set where the expressions exceeded their budget: what they left empty stays empty. */
  readonly isOverBudget?: true;
}

/** A question with a shown fault, in the order of the questionnaire. */
export interface Problem extends Pick<ItemPlace, 'item' | 'rowPath' | 'slot'> {
  readonly fault: Fault;
}

/** The questions that the last answer added or removed, without those above it; `at` grows with each such change. */
export interface QuestionChanges {
  readonly at: number;
  readonly appeared: number;
  readonly gone: number;
  readonly appearedAbove: number;
  readonly goneAbove: number;
  /** Texts that have appeared. */
  readonly toRead: number;
}

/** What a sheet needs of an opened draft. */
export interface SheetSource {
  readonly questionnaire: AssignedQuestionnaire;
  readonly answers: readonly Answer[];
  write(answers: readonly Answer[]): void;
  /** True for an answer whose file uploads by itself. */
  isOnItsWay?(entry: Answer): boolean;
  /** The answers are only read: no question gets its initial answer. */
  readonly isRead?: boolean;
}

/** A question that is asked, and the sheet of its rows. */
export interface EnabledQuestion {
  readonly item: QuestionnaireItem;
  readonly slot: Slot;
  readonly sheet: AnswerSheet;
}

/**
 * The answers of one opened questionnaire, outside React: a change reaches only the field that shows it, the progress when its numbers
 * change, and the questions that depend on it, so that a keystroke costs the same in ten questions and in two hundred. `within` gives the
 * same sheet for the questions in one row of a group, by their ids alone.
 */
export interface AnswerSheet {
  readonly questionnaire: AssignedQuestionnaire;
  /** The rows of repeating groups of this sheet; empty for the whole one. */
  readonly rowPath: readonly number[];
  /** The same sheet for the questions in these rows; the same object for the same rows. */
  readonly within: (rowPath: readonly number[]) => AnswerSheet;
  /** In the order in which they are asked. */
  readonly items: readonly QuestionnaireItem[];
  readonly blocks: readonly Block[];
  /** The content of a group. */
  readonly inside: (id: QuestionnaireItemId) => readonly Block[];
  /** The rows of a matrix that are asked, by its heading; empty for every other item. A change of a row also notifies the heading. */
  readonly rows: (id: QuestionnaireItemId) => readonly MatrixRow[];
  /** True where nothing depends on anything, so that nobody needs to watch what is asked. */
  readonly isPlain: boolean;
  readonly slot: (id: QuestionnaireItemId) => Slot;
  /** False where a condition is not met; what was typed stays. */
  readonly isAsked: (id: QuestionnaireItemId) => boolean;
  /** Every question that is asked, in the order of display. */
  readonly asked: () => readonly EnabledQuestion[];
  /** The rows of a repeating group, in their order. */
  readonly rowNumbers: (id: QuestionnaireItemId) => readonly number[];
  /** Adds an empty row at the end; its number. */
  readonly addRow: (id: QuestionnaireItemId) => number;
  /** Removes a row with its answers; the returned function restores both. */
  readonly removeRow: (id: QuestionnaireItemId, row: number) => () => void;
  readonly view: (id: QuestionnaireItemId) => ItemView;
  /** Replaces the entries of one item and writes the whole sheet to the draft. */
  readonly change: (id: QuestionnaireItemId, entries: readonly Answer[]) => void;
  /** Notes that the person left the question: what they changed there is checked from now on. */
  readonly leave: (id: QuestionnaireItemId) => void;
  /** All answers so far, in the order of the items, including invalid ones. */
  readonly answers: () => readonly Answer[];
  readonly progress: () => SheetProgress;
  /** Every broken rule of an asked question, shown or not. */
  readonly faults: () => ReadonlyMap<Slot, Fault>;
  /** The questions that appeared or went with the last change. */
  readonly asking: () => QuestionChanges;
  /** Checks every item and shows every fault. True when the sheet may be sent. */
  readonly check: () => boolean;
  /** Shows faults that the server found. Where our own rules find none, the answer is marked for another look. */
  readonly flag: (ids: readonly QuestionnaireItemId[]) => void;
  /** The shown faults since the last failed check; empty before one. */
  readonly problems: () => readonly Problem[];
  /** Grows right before a question that was left shows a fault, or stops showing one. */
  readonly faultsOnLeave: () => number;
  /** Replaces the answers by those of another tab, without writing them to the draft. */
  readonly replace: (answers: readonly Answer[]) => void;
  /** True once something was changed here. */
  readonly isChanged: () => boolean;
  /** Notifies after each change of the answers. */
  readonly subscribeAnswers: (listener: () => void) => () => void;
  readonly subscribeItem: (id: QuestionnaireItemId, listener: () => void) => () => void;
  /** Notifies when other questions are asked, or in other rows. */
  readonly subscribeAsking: (listener: () => void) => () => void;
  readonly subscribeProgress: (listener: () => void) => () => void;
  readonly subscribeProblems: (listener: () => void) => () => void;
  readonly subscribeFaultsOnLeave: (listener: () => void) => () => void;
}
