import type { Expression } from '@portal/api';
import { responseType } from '@portal/api/expressions';

/** The expressions that an expression is made of. */
function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'member':
      return expression.focus ? [expression.focus] : [];
    case 'call':
      return expression.focus ? [expression.focus, ...expression.args] : expression.args;
    case 'indexed':
      return [expression.focus, expression.at];
    case 'binary':
      return [expression.left, expression.right];
    case 'minus':
      return [expression.of];
    case 'literal':
    case 'moment':
    case 'quantity':
    case 'empty':
    case 'this':
    case 'total':
    case 'index':
    case 'variable':
      return [];
  }
}
/** An expression and all that it is made of. */
export const parts = (expression: Expression): Expression[] => [expression, ...childrenOf(expression).flatMap(parts)];

export const callsIn = (expression: Expression): string[] =>
  parts(expression).flatMap((part) => (part.kind === 'call' ? [part.name] : []));

/** Whether one of its paths begins at the items below its context. */
export function looksBelow(expression: Expression): boolean {
  if (expression.kind === 'member' && !expression.focus) return expression.name === 'item';
  // A path begins where its focus does, whatever its arguments are.
  const begins = 'focus' in expression && expression.focus ? [expression.focus] : childrenOf(expression);
  return begins.some(looksBelow);
}

/** Operators and functions whose argument is the name of a type. */
const typed: ReadonlySet<string> = new Set(['is', 'as', 'ofType']);

/** Rewrites an expression on the response itself, so that it works in any context. */
export function fromRoot(expression: Expression): Expression {
  const resource: Expression = { kind: 'variable', name: 'resource' };
  switch (expression.kind) {
    case 'member':
      if (expression.focus === null && expression.name === responseType) return resource;
      return { ...expression, focus: expression.focus ? fromRoot(expression.focus) : resource };
    case 'call':
      // The arguments of a function with a focus are evaluated on each of its elements, so they stay.
      if (expression.focus) return { ...expression, focus: fromRoot(expression.focus) };
      if (typed.has(expression.name)) return { ...expression, focus: resource };
      return { ...expression, args: expression.args.map(fromRoot) };
    case 'indexed':
      return { ...expression, focus: fromRoot(expression.focus) };
    case 'binary':
      return {
        ...expression,
        left: fromRoot(expression.left),
        right: typed.has(expression.operator) ? expression.right : fromRoot(expression.right),
      };
    case 'minus':
      return { ...expression, of: fromRoot(expression.of) };
    case 'literal':
    case 'moment':
    case 'quantity':
    case 'empty':
    case 'this':
    case 'total':
    case 'index':
    case 'variable':
      return expression;
  }
}
