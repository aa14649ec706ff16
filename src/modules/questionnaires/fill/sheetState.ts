import {
  type Answer,
  type AssignedQuestionnaire,
  type Fault,
  type FormState,
  type Place,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type Slot,
  entriesByPlace,
  faultOf,
  faultsOf,
  formOf,
  isAnswered,
  isForPerson,
  isRepeatingGroup,
  openForm,
} from '@portal/api';
import { type SmallStore, smallStore } from '../../../browser/smallStore.ts';
import { type FormParts, beginsAnswered, firstRows, formPartsOf, initialEntries, storedEntries } from './formParts.ts';

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
export interface Problem extends Pick<Place, 'item' | 'rowPath' | 'slot'> {
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

/** What the draft holds: answers of the person, and the rows. Everything else follows from these. */
const isTyped = (item: QuestionnaireItem): boolean => isForPerson(item) || isRepeatingGroup(item);

interface Kept extends Pick<Place, 'item' | 'rowPath' | 'slot'> {
  readonly view: SmallStore<ItemView>;
  isAsked: boolean;
  answered: boolean;
  changed: boolean;
}

const noEntries: readonly Answer[] = [];
export const noView: ItemView = { entries: noEntries, fault: null };
const sameFault = (a: Fault | null, b: Fault | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));
const noChange = { appeared: 0, gone: 0, appearedAbove: 0, goneAbove: 0, toRead: 0 };
/** More than any chain of initial answers needs. */
const mostRounds = 20;

/** The answers of an opened questionnaire by slot, with what follows from them; the sheets of its rows share it. */
export interface SheetState {
  readonly parts: FormParts;
  readonly items: readonly QuestionnaireItem[];
  readonly kept: (slot: Slot) => Kept | undefined;
  readonly change: (slot: Slot, entries: readonly Answer[]) => void;
  /** Changes the rows of a group; `entries` are those of a restored row. */
  readonly setRows: (slot: Slot, rows: readonly number[], entries?: readonly Answer[]) => void;
  /** A number that no row of the group has had. */
  readonly newRow: (slot: Slot) => number;
  readonly rowNumbers: (slot: Slot) => readonly number[];
  /** All entries in one row of a group. */
  readonly saidInRow: (slot: Slot, row: number) => readonly Answer[];
  readonly leave: (slot: Slot) => void;
  readonly answers: () => readonly Answer[];
  /** Every broken rule, shown or not. */
  readonly faults: () => ReadonlyMap<Slot, Fault>;
  readonly check: () => boolean;
  readonly flag: (ids: readonly QuestionnaireItemId[]) => void;
  readonly replace: (answers: readonly Answer[]) => void;
  readonly isChanged: () => boolean;
  readonly progress: SmallStore<SheetProgress>;
  readonly problems: SmallStore<readonly Problem[]>;
  /** Grows right before a question that was left shows a fault, or stops showing one. */
  readonly faultsOnLeave: SmallStore<number>;
  /** Changes when other questions are asked, or in other rows. */
  readonly asking: SmallStore<QuestionChanges>;
}

/** `headingOf`: the matrix heading of a row; a change of a row also notifies the heading. */
export function openSheetState(
  source: SheetSource,
  headingOf: (id: QuestionnaireItemId) => QuestionnaireItemId | null,
): SheetState {
  const items = source.questionnaire.questionnaireItems.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const isOnItsWay = (entry: Answer): boolean => source.isOnItsWay?.(entry) ?? false;
  const form = { ...formOf(source.questionnaire), items, isOnItsWay };
  const parts = formPartsOf(form);
  const open = openForm(form);
  const bySlot = new Map<Slot, Kept>();
  /** The initial rows of groups; the same arrays each time. */
  const rowsAtFirst = new Map(items.map((item) => [item.questionnaireItemId, firstRows(item)]));
  const highestRow = new Map<Slot, number>();
  let order: readonly Kept[] = [];
  let isOverBudget = false;
  const progress = smallStore<SheetProgress>({ answered: 0, total: 0 });
  const problems = smallStore<readonly Problem[]>([]);
  const faultsOnLeave = smallStore(0);
  const asking = smallStore<QuestionChanges>({ at: 0, ...noChange });
  let changedHere = false;
  let wasChecked = false;
  let allAnswers: readonly Answer[] | null = null;
  let allFaults: ReadonlyMap<Slot, Fault> | null = null;

  const show = (one: Kept, view: ItemView): void => {
    one.view.set(view);
    const heading = headingOf(one.item.questionnaireItemId);
    const above = heading === null ? undefined : bySlot.get(parts.slotIn(one.rowPath, heading));
    above?.view.set({ ...above.view.get() });
  };
  const entriesOf = (one: Kept): readonly Answer[] => one.view.get().entries;
  const forget = (): void => {
    allAnswers = null;
    allFaults = null;
  };
  const answers = (): readonly Answer[] => {
    if (allAnswers) return allAnswers;
    const all: Answer[] = [];
    for (const one of order) if (isTyped(one.item)) for (const entry of entriesOf(one)) all.push(entry);
    return (allAnswers = all);
  };
  const faults = (): ReadonlyMap<Slot, Fault> =>
    (allFaults ??= new Map(faultsOf(form, answers()).map(({ slot, fault }) => [slot, fault])));
  /** Rules that depend on the day or on other answers belong to the form, not to the question alone. */
  const isOwnMatter = ({ item, rowPath }: Kept): boolean =>
    rowPath.length === 0 &&
    item.constraints === undefined &&
    !isRepeatingGroup(item) &&
    !('earliest' in item || 'latest' in item);
  const faultAt = (one: Kept): Fault | null => {
    if (!one.isAsked) return null;
    if (isOwnMatter(one)) return faultOf(one.item, entriesOf(one), { isOnItsWay });
    return faults().get(one.slot) ?? null;
  };
  const rowNumbers = (slot: Slot): readonly number[] => {
    const one = bySlot.get(slot);
    return one ? (entriesOf(one)[0]?.rows ?? rowsAtFirst.get(one.item.questionnaireItemId) ?? []) : [];
  };

  const collectProblems = (): void => {
    const found: Problem[] = [];
    if (wasChecked)
      for (const { item, rowPath, slot, view, isAsked } of order) {
        const { fault } = view.get();
        if (fault && isAsked) found.push({ item, rowPath, slot, fault });
      }
    const before = problems.get();
    const isSame =
      found.length === before.length &&
      found.every((problem, index) => problem.slot === before[index]?.slot && problem.fault === before[index]?.fault);
    if (!isSame) problems.set(found);
  };
  const showFault = (one: Kept, fault: Fault | null): boolean => {
    const { entries, fault: shown } = one.view.get();
    if (sameFault(shown, fault)) return false;
    show(one, { entries, fault });
    return true;
  };

  const count = (): void => {
    let [answered, total] = [0, 0];
    for (const one of order) {
      one.answered = isForPerson(one.item) && isAnswered(one.item, entriesOf(one));
      if (!one.isAsked || !isForPerson(one.item)) continue;
      total += 1;
      if (one.answered) answered += 1;
    }
    const before = progress.get();
    if (before.answered !== answered || before.total !== total || (before.isOverBudget === true) !== isOverBudget)
      progress.set({ answered, total, ...(isOverBudget ? { isOverBudget } : {}) });
  };

  /** Applies what follows from the answers; true where a question got its initial answer, from which more may follow. */
  const take = (found: FormState, stored?: ReadonlyMap<Slot, readonly Answer[]>): boolean => {
    let didBegin = false;
    ({ isOverBudget } = found);
    order = found.places.map((place) => {
      const { item, rowPath, slot, isAsked } = place;
      let one = bySlot.get(slot);
      if (!one) {
        const entries = (isTyped(item) ? stored?.get(slot) : undefined) ?? noEntries;
        const view = smallStore<ItemView>({ entries, fault: null });
        one = { item, rowPath, slot, view, isAsked, answered: false, changed: false };
        bySlot.set(slot, one);
      }
      if (isRepeatingGroup(item)) highestRow.set(slot, Math.max(highestRow.get(slot) ?? 0, ...rowNumbers(slot)));
      if (one.isAsked !== isAsked) {
        one.isAsked = isAsked;
        show(one, { ...one.view.get() });
      }
      if (!isTyped(item)) {
        const said = found.entriesOf(place);
        if (said !== entriesOf(one)) show(one, { entries: said, fault: null });
      }
      if (!isAsked && one.view.get().fault) show(one, { entries: entriesOf(one), fault: null });
      if (isAsked && source.isRead !== true && beginsAnswered(item, rowPath) && entriesOf(one).length === 0) {
        show(one, { entries: initialEntries(item, rowPath), fault: null });
        didBegin = true;
      }
      return one;
    });
    return didBegin;
  };

  /**
   * Computes again what is asked, after one answer `changed` or all were replaced. What was typed into a question that is no longer asked
   * stays.
   */
  const lookAgain = (
    changed?: Kept,
    stored?: ReadonlyMap<Slot, readonly Answer[]>,
    given?: readonly Answer[],
  ): void => {
    const before = new Map(order.map((one) => [one, one.isAsked]));
    let isAgain = take(open.update(given ?? answers()), stored);
    for (let round = 0; isAgain && round < mostRounds; round += 1) {
      forget();
      isAgain = take(open.update(answers()), stored);
    }
    const now = new Set(order);
    for (const one of before.keys()) if (!now.has(one)) bySlot.delete(one.slot);
    forget();
    count();
    const change = { ...noChange };
    let isAbove = changed !== undefined;
    for (const one of order) {
      if (one === changed) isAbove = false;
      const was = before.get(one);
      if (was === undefined || was === one.isAsked) continue;
      if (one.isAsked && one.item.questionnaireItemType === 'SectionHeader' && one.item.isText) change.toRead += 1;
      if (!isForPerson(one.item)) continue;
      change[`${one.isAsked ? 'appeared' : 'gone'}${isAbove ? 'Above' : ''}`] += 1;
    }
    const isOther = before.size !== order.length || order.some((one) => before.get(one) !== one.isAsked);
    if (isOther) asking.set({ at: asking.get().at + 1, ...change });
    if (isOther) collectProblems();
  };

  const load = (given: readonly Answer[]): void => {
    const stored = entriesByPlace(given);
    wasChecked = false;
    // Fields may be subscribed to these stores: their values change, and the stores stay.
    for (const one of bySlot.values()) {
      const entries = isTyped(one.item) ? (stored.get(one.slot) ?? noEntries) : noEntries;
      one.changed = false;
      one.view.set({ entries, fault: null });
    }
    forget();
    lookAgain(undefined, stored, given);
    problems.set([]);
  };
  load(source.answers);

  const said = (): void => {
    changedHere = true;
    source.write(answers());
  };

  return {
    parts,
    items,
    kept: (slot) => bySlot.get(slot),
    change(slot, given) {
      const one = bySlot.get(slot);
      if (!one) return;
      const entries = storedEntries(one.item, one.rowPath, given);
      const hadFault = one.view.get().fault;
      one.changed = true;
      forget();
      show(one, { entries, fault: hadFault });
      if (parts.decides(one.item.questionnaireItemId)) lookAgain(one);
      else {
        const isNowAnswered = isForPerson(one.item) && isAnswered(one.item, entries);
        if (isNowAnswered !== one.answered) {
          one.answered = isNowAnswered;
          const before = progress.get();
          if (one.isAsked) progress.set({ ...before, answered: before.answered + (isNowAnswered ? 1 : -1) });
        }
      }
      if (hadFault) {
        showFault(one, faultAt(one));
        collectProblems();
      }
      said();
    },
    setRows(slot, rows, back = noEntries) {
      const one = bySlot.get(slot);
      if (!one || !isRepeatingGroup(one.item)) return;
      const { questionnaireItemId } = one.item;
      const entry: Answer = { questionnaireItemId, rows: [...rows] };
      one.changed = true;
      highestRow.set(slot, Math.max(highestRow.get(slot) ?? 0, ...rows));
      show(one, { entries: storedEntries(one.item, one.rowPath, [entry]), fault: one.view.get().fault });
      forget();
      lookAgain(one, entriesByPlace(back), [...answers(), ...back]);
      if (one.view.get().fault) showFault(one, faultAt(one));
      collectProblems();
      said();
    },
    newRow: (slot) => (highestRow.get(slot) ?? 0) + 1,
    rowNumbers,
    saidInRow(slot, row) {
      const one = bySlot.get(slot);
      if (!one) return [];
      const path = [...one.rowPath, row];
      const isIn = (other: Kept): boolean =>
        other.rowPath.length >= path.length &&
        path.every((number, at) => other.rowPath[at] === number) &&
        isUnder(parts, other.item, one.item.questionnaireItemId);
      return order.filter(isIn).flatMap(entriesOf);
    },
    leave(slot) {
      const one = bySlot.get(slot);
      if (!one?.changed) return;
      const fault = faultAt(one);
      if (sameFault(one.view.get().fault, fault)) return;
      faultsOnLeave.set(faultsOnLeave.get() + 1);
      showFault(one, fault);
      collectProblems();
    },
    answers,
    faults,
    check() {
      wasChecked = true;
      // The upload of a file does not change an answer.
      allFaults = null;
      const found = faults();
      for (const one of order) showFault(one, one.isAsked ? (found.get(one.slot) ?? null) : null);
      collectProblems();
      return problems.get().length === 0;
    },
    flag(ids) {
      wasChecked = true;
      allFaults = null;
      const found = faults();
      for (const id of ids) {
        const all = order.filter((one) => one.isAsked && one.item.questionnaireItemId === id);
        const broken = all.filter((one) => found.has(one.slot));
        for (const one of broken.length > 0 ? broken : all)
          showFault(one, found.get(one.slot) ?? { kind: 'unknownOption' });
      }
      collectProblems();
    },
    replace: load,
    isChanged: () => changedHere,
    progress,
    problems,
    faultsOnLeave,
    asking,
  };
}

/** True for everything inside a group, however deep. */
function isUnder({ itemById }: FormParts, item: QuestionnaireItem, group: QuestionnaireItemId): boolean {
  const seen = new Set<QuestionnaireItemId>();
  for (let id = item.parentItemId; id !== undefined && !seen.has(id); id = itemById.get(id)?.parentItemId) {
    if (id === group) return true;
    seen.add(id);
  }
  return false;
}
