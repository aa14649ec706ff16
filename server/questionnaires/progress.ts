import { setImmediate } from 'node:timers/promises';
import { type Answer, type Form, progressOf, stepsOfForm } from '@portal/api';

/** How many questions of a form are asked, and how many of them have an answer. */
export interface Progress {
  readonly answered: number;
  readonly total: number;
}

/** How many forms that take all they may one list works out; of ordinary ones that is more than fifty. */
const formsOfList = 5;

/**
 * Makes what works out how far the questionnaires of one list are, one after another: others have their turn between two of them, and there is an end to the work of
 * all together. Null: it takes too much work to be sure.
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
