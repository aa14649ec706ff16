import { setImmediate } from 'node:timers/promises';
import { type Answer, type Form, progressOf, stepsOfForm } from '@portal/api';

export interface Progress {
  readonly answered: number;
  readonly total: number;
}

/** The budget of one list, in forms that use their whole budget. More than fifty ordinary forms fit into it. */
const formsOfList = 5;

/**
 * Makes a function that computes the progress of the questionnaires of one list, one after another. Other requests are served in between.
 * Null: the budget of the form or of the list is used up, so the progress is not known.
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
