/** Thrown for what this part of FHIRPath cannot or may not do, so that it never returns a wrong value. */
export class ExpressionError extends Error {
  override readonly name: string = 'ExpressionError';
}
/** The expressions of a form have exceeded its budget. */
export class OverBudget extends ExpressionError {
  override readonly name = 'OverBudget';
}

/** Longest text in characters that an expression may make. */
export const mostText = 100_000;

/** The remaining steps for one form with one set of answers. */
export interface Budget {
  left: number;
}
/** Evaluating, comparing and building all count, so that the page and the server stop at the same point. */
export const stepsOfForm = 300_000;

// Evaluation is synchronous, so only one budget is in use at a time.
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
