import type { Answer } from '../questionnaireItems.ts';
import { evaluate } from './evaluation.ts';
import { type Form, isForPerson, type ItemPlace, type Slot } from './form.ts';

export interface FormState {
  /** The same array as before if no place was added, removed or changed; an unchanged place stays the same object. */
  readonly places: readonly ItemPlace[];
  /** The value of a place: what was typed, even while it is not asked; else the fixed or computed value. */
  entriesOf(place: ItemPlace): readonly Answer[];
  /** True when the expressions exceeded the work limit of a form, so that some of them have no result. */
  readonly isOverBudget: boolean;
}

/** A form while it is filled in. */
export interface OpenForm {
  /** Computes what follows from these answers; fast enough for every keystroke. */
  update(answers: readonly Answer[]): FormState;
}

const nothing: readonly Answer[] = [];

/** Opens a form to be filled in. Unchanged parts keep their identity between updates. */
export function openForm(form: Form): OpenForm {
  let places: readonly ItemPlace[] = [];
  let bySlot = new Map<Slot, ItemPlace>();
  let held = new Map<Slot, readonly Answer[]>();
  return {
    update(answers) {
      const evaluation = evaluate(form, answers);
      const nextBySlot = new Map<Slot, ItemPlace>();
      const nextHeld = new Map<Slot, readonly Answer[]>();
      const next = evaluation.places.map((found): ItemPlace => {
        const { item, rowPath, slot, isAsked } = found;
        const before = bySlot.get(slot);
        const place = before?.isAsked === isAsked ? before : { item, rowPath, slot, isAsked };
        nextBySlot.set(slot, place);
        if (!isForPerson(item) && item.questionnaireItemType !== 'QuestionGroup') {
          const said = evaluation.said(found);
          const saidBefore = held.get(slot);
          const isSame = saidBefore !== undefined && JSON.stringify(saidBefore) === JSON.stringify(said);
          nextHeld.set(slot, isSame ? saidBefore : said);
        }
        return place;
      });
      if (next.length !== places.length || next.some((place, index) => place !== places[index])) places = next;
      bySlot = nextBySlot;
      held = nextHeld;
      const { entries } = evaluation;
      return {
        places,
        isOverBudget: evaluation.isOverBudget(),
        entriesOf: ({ slot }) => nextHeld.get(slot) ?? entries.get(slot) ?? nothing,
      };
    },
  };
}
