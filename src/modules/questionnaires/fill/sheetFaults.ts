import {
  type Fault,
  type Form,
  type QuestionnaireItemId,
  type Slot,
  faultOf,
  faultsOf,
  isRepeatingGroup,
} from '@portal/api';
import { smallStore } from '../../../browser/smallStore.ts';
import type { Problem } from './sheet.ts';
import { type QuestionState, type SheetQuestions, entriesOf } from './sheetQuestions.ts';

const sameFault = (a: Fault | null, b: Fault | null): boolean =>
  a === b || (a !== null && b !== null && JSON.stringify(a) === JSON.stringify(b));

/** Rules that depend on the day, on other answers or on what was signed belong to the form, not to the question alone. */
const isOwnMatter = ({ item, rowPath }: QuestionState): boolean =>
  rowPath.length === 0 &&
  item.constraints === undefined &&
  !isRepeatingGroup(item) &&
  item.questionnaireItemType !== 'SignatureQuestion' &&
  !('earliest' in item || 'latest' in item);

/** The broken rules of a sheet, and which of them are shown. */
export function createSheetFaults(form: Form, { answers, inOrder, show }: SheetQuestions) {
  const problems = smallStore<readonly Problem[]>([]);
  /** Grows right before a question that was left shows a fault, or stops showing one. */
  const faultsOnLeave = smallStore(0);
  let wasChecked = false;
  let known: { readonly of: ReturnType<typeof answers>; readonly faults: ReadonlyMap<Slot, Fault> } | null = null;

  /** Every broken rule, shown or not. */
  function faults(): ReadonlyMap<Slot, Fault> {
    const of = answers();
    if (known?.of !== of) known = { of, faults: new Map(faultsOf(form, of).map(({ slot, fault }) => [slot, fault])) };
    return known.faults;
  }

  function faultAt(one: QuestionState): Fault | null {
    if (!one.isAsked) return null;
    return isOwnMatter(one) ? faultOf(one.item, entriesOf(one), form) : (faults().get(one.slot) ?? null);
  }

  function showFault(one: QuestionState, fault: Fault | null): void {
    const { entries, fault: shown } = one.view.get();
    if (!sameFault(shown, fault)) show(one, { entries, fault });
  }

  function collect(): void {
    const shown = !wasChecked
      ? []
      : inOrder().flatMap(({ item, rowPath, slot, view, isAsked }): Problem[] => {
          const { fault } = view.get();
          return fault && isAsked ? [{ item, rowPath, slot, fault }] : [];
        });
    const before = problems.get();
    const isSame =
      shown.length === before.length &&
      shown.every((problem, index) => problem.slot === before[index]?.slot && problem.fault === before[index]?.fault);
    if (!isSame) problems.set(shown);
  }

  /** From now on every shown fault is a problem. The upload of a file changes no answer, so all rules are looked at again. */
  function beginCheck(): ReadonlyMap<Slot, Fault> {
    wasChecked = true;
    known = null;
    return faults();
  }

  function check(): boolean {
    const broken = beginCheck();
    for (const one of inOrder()) showFault(one, one.isAsked ? (broken.get(one.slot) ?? null) : null);
    collect();
    return problems.get().length === 0;
  }

  function flag(ids: readonly QuestionnaireItemId[]): void {
    const broken = beginCheck();
    for (const id of ids) {
      const all = inOrder().filter((one) => one.isAsked && one.item.questionnaireItemId === id);
      const ours = all.filter((one) => broken.has(one.slot));
      for (const one of ours.length > 0 ? ours : all) showFault(one, broken.get(one.slot) ?? { kind: 'unknownOption' });
    }
    collect();
  }

  return {
    problems,
    faultsOnLeave,
    faults,
    collect,
    /** Corrects the shown fault of a question that shows one. */
    showAgain(one: QuestionState): void {
      if (one.view.get().fault) showFault(one, faultAt(one));
    },
    leave(one: QuestionState): void {
      const fault = faultAt(one);
      if (sameFault(one.view.get().fault, fault)) return;
      faultsOnLeave.set(faultsOnLeave.get() + 1);
      showFault(one, fault);
      collect();
    },
    check,
    flag,
    /** No check has been made. */
    reset(): void {
      wasChecked = false;
    },
  };
}
