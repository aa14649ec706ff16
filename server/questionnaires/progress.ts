import { setImmediate } from 'node:timers/promises';
import { type Answer, type Form, progressOf, stepsOfForm } from '@portal/api';

/** How many questions of a form are asked, and how many of them have an answer. */
export interface Progress {
  readonly answered: number;
  readonly total: number;
}

/** The budget of one list, in forms that use up theirs. More than fifty ordinary ones fit into it. */
const formsOfList = 5;

/**
 * Gives a function that works out the progress of the questionnaires of one list, one after another. Other requests run between two of them.
 * Null: the budget of the form or of the list was used up, so the progress is not known.
 */
export function progressOfMany(
  forms = formsOfList,
): (form: Form, answers: readonly Answer[]) => Promise<Progress | null> {
  let left = forms * stepsOfForm;
  return async (form, answers) => {
    if (left <= 0) return null;
    await setImmediate();
    const given = Math.min(stepsOfForm, left);
    const budget = { left: given };
    const { answered, total, isOverBudget } = progressOf(form, answers, budget);
    left -= given - Math.max(0, budget.left);
    return isOverBudget === true ? null : { answered, total };
  };
}
