/** What this part of FHIRPath cannot do, or may not: never a wrong value instead. */
export class ExpressionError extends Error {
  override readonly name: string = 'ExpressionError';
}
/** The expressions of a form have used up its budget. */
export class OverBudget extends ExpressionError {
  override readonly name = 'OverBudget';
}

/** The longest text that an expression may make, in characters. */
export const mostText = 100_000;

/** The steps that are left to one form with one sheet of answers. */
export interface Budget {
  left: number;
}
/** Evaluating, comparing and building are counted alike, so that the page and the server stop at the same place. */
export const stepsOfForm = 300_000;

// Evaluation is synchronous, so one budget is in use at a time.
let current: Budget | null = null;

/** Counts steps against the budget of the running `withBudget`. */
export function spend(steps: number): void {
  if (current === null) return;
  current.left -= steps;
  if (current.left < 0) throw new OverBudget('it takes too much work');
}

export function withBudget<T>(budget: Budget, run: () => T): T {
  const before = current;
  current = budget;
  try {
    return run();
  } finally {
    current = before;
  }
}
