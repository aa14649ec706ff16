import type { Answer } from '../questionnaireItems.ts';
import { evaluate } from './evaluation.ts';
import { type Form, isForPerson, type Place, type Slot } from './form.ts';

/** A form with the answers as they are now. */
export interface FormState {
  /** The same array as before where no place came, went or changed; and the same place where it did not change. */
  readonly places: readonly Place[];
  /** What stands at a place: what was typed, also while it is not asked; else what is fixed or computed. */
  entriesOf(place: Place): readonly Answer[];
  /** True where the expressions took more work than a form may, so that some of them said nothing. */
  readonly isOverBudget: boolean;
}

/** A form while it is filled in. */
export interface OpenForm {
  /** What follows from these answers; cheap enough for every key that is pressed. */
  update(answers: readonly Answer[]): FormState;
}

const nothing: readonly Answer[] = [];

/** Opens a form to be filled in. What did not change from one update to the next is the same object. */
export function openForm(form: Form): OpenForm {
  let places: readonly Place[] = [];
  let bySlot = new Map<Slot, Place>();
  let held = new Map<Slot, readonly Answer[]>();
  return {
    update(answers) {
      const evaluation = evaluate(form, answers);
      const nextBySlot = new Map<Slot, Place>();
      const nextHeld = new Map<Slot, readonly Answer[]>();
      const next = evaluation.places.map((found): Place => {
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
