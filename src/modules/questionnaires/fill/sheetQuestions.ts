import {
  type Answer,
  type Form,
  type FormState,
  type ItemPlace,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type Slot,
  isForPerson,
  isRepeatingGroup,
} from '@portal/api';
import { type SmallStore, smallStore } from '../../../browser/smallStore.ts';
import { type FormParts, beginsAnswered, firstRows, initialEntries } from './formParts.ts';
import type { ItemView } from './sheet.ts';

/** A question in its rows, and what the sheet knows of it. */
export interface QuestionState extends Pick<ItemPlace, 'item' | 'rowPath' | 'slot'> {
  readonly view: SmallStore<ItemView>;
  isAsked: boolean;
  answered: boolean;
  changed: boolean;
}

type StoredEntries = ReadonlyMap<Slot, readonly Answer[]>;

const noEntries: readonly Answer[] = [];
export const noView: ItemView = { entries: noEntries, fault: null };

/** What the draft holds: answers of the person, and the rows. Everything else follows from these. */
const isTyped = (item: QuestionnaireItem): boolean => isForPerson(item) || isRepeatingGroup(item);

export const entriesOf = (one: QuestionState): readonly Answer[] => one.view.get().entries;

/** The questions of a sheet by slot and in their order. `headingOf`: the matrix heading of a row; a change of a row also notifies it. */
export function createSheetQuestions(
  { items }: Form,
  parts: FormParts,
  headingOf: (id: QuestionnaireItemId) => QuestionnaireItemId | null,
  isRead: boolean,
) {
  const bySlot = new Map<Slot, QuestionState>();
  /** The initial rows of groups; the same arrays each time. */
  const rowsAtFirst = new Map(items.map((item) => [item.questionnaireItemId, firstRows(item)]));
  const highestRow = new Map<Slot, number>();
  let order: readonly QuestionState[] = [];
  let allAnswers: readonly Answer[] | null = null;

  function show(one: QuestionState, view: ItemView): void {
    one.view.set(view);
    const heading = headingOf(one.item.questionnaireItemId);
    const above = heading === null ? undefined : bySlot.get(parts.slotIn(one.rowPath, heading));
    above?.view.set({ ...above.view.get() });
  }

  const rowNumbers = (slot: Slot): readonly number[] => {
    const one = bySlot.get(slot);
    return one ? (entriesOf(one)[0]?.rows ?? rowsAtFirst.get(one.item.questionnaireItemId) ?? []) : [];
  };

  const noteRows = (slot: Slot, rows: readonly number[]) =>
    highestRow.set(slot, Math.max(highestRow.get(slot) ?? 0, ...rows));

  function questionAt({ item, rowPath, slot, isAsked }: ItemPlace, stored?: StoredEntries): QuestionState {
    const known = bySlot.get(slot);
    if (known) return known;
    const entries = (isTyped(item) ? stored?.get(slot) : undefined) ?? noEntries;
    const view = smallStore<ItemView>({ entries, fault: null });
    const one = { item, rowPath, slot, view, isAsked, answered: false, changed: false };
    bySlot.set(slot, one);
    return one;
  }

  function setAsked(one: QuestionState, isAsked: boolean): void {
    if (one.isAsked !== isAsked) {
      one.isAsked = isAsked;
      show(one, { ...one.view.get() });
    }
    if (!isAsked && one.view.get().fault) show(one, { entries: entriesOf(one), fault: null });
  }

  /** Gives an asked question without an answer its initial one; true where it has one. */
  function begin(one: QuestionState): boolean {
    const { item, rowPath, isAsked } = one;
    if (!isAsked || isRead || !beginsAnswered(item, rowPath) || entriesOf(one).length > 0) return false;
    show(one, { entries: initialEntries(item, rowPath), fault: null });
    return true;
  }

  /** All answers in the order of the questions; the same array until `forgetAnswers`. */
  function answers(): readonly Answer[] {
    if (allAnswers) return allAnswers;
    const all: Answer[] = [];
    for (const one of order) if (isTyped(one.item)) for (const entry of entriesOf(one)) all.push(entry);
    return (allAnswers = all);
  }

  return {
    show,
    rowNumbers,
    noteRows,
    at: (slot: Slot): QuestionState | undefined => bySlot.get(slot),
    inOrder: () => order,
    /** A number that no row of the group has had. */
    newRow: (slot: Slot): number => (highestRow.get(slot) ?? 0) + 1,
    answers,
    forgetAnswers: (): void => {
      allAnswers = null;
    },
    /** Applies what follows from the answers; true where a question got its initial answer, from which more may follow. */
    apply(found: FormState, stored?: StoredEntries): boolean {
      let didBegin = false;
      order = found.places.map((place) => {
        const one = questionAt(place, stored);
        const { item, slot } = one;
        if (isRepeatingGroup(item)) noteRows(slot, rowNumbers(slot));
        setAsked(one, place.isAsked);
        const computed = isTyped(item) ? null : found.entriesOf(place);
        if (computed !== null && computed !== entriesOf(one)) show(one, { entries: computed, fault: null });
        if (begin(one)) didBegin = true;
        return one;
      });
      return didBegin;
    },
    /** Forgets those of `before` that are no longer there. */
    drop(before: Iterable<QuestionState>): void {
      const now = new Set(order);
      for (const one of before) if (!now.has(one)) bySlot.delete(one.slot);
    },
    /** Other answers. Fields may be subscribed to the stores of questions: their values change, and the stores stay. */
    replace(stored: StoredEntries): void {
      for (const one of bySlot.values()) {
        one.changed = false;
        one.view.set({ entries: (isTyped(one.item) ? stored.get(one.slot) : undefined) ?? noEntries, fault: null });
      }
      allAnswers = null;
    },
  };
}

export type SheetQuestions = ReturnType<typeof createSheetQuestions>;
