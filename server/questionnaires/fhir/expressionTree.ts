import type { Expression } from '@portal/api';
import { responseType } from '@portal/api/expressions';

function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  switch (expression.kind) {
    case 'member':
      if (expression.focus) yield* partsOf(expression.focus);
      break;
    case 'call':
      if (expression.focus) yield* partsOf(expression.focus);
      for (const argument of expression.args) yield* partsOf(argument);
      break;
    case 'indexed':
      yield* partsOf(expression.focus);
      yield* partsOf(expression.at);
      break;
    case 'binary':
      yield* partsOf(expression.left);
      yield* partsOf(expression.right);
      break;
    case 'minus':
      yield* partsOf(expression.of);
      break;
    case 'literal':
    case 'moment':
    case 'quantity':
    case 'empty':
    case 'this':
    case 'total':
    case 'index':
    case 'variable':
      break;
  }
}
export const parts = (expression: Expression): Expression[] => [...partsOf(expression)];

export const callsIn = (expression: Expression): string[] =>
  parts(expression).flatMap((part) => (part.kind === 'call' ? [part.name] : []));

/** Whether one of its paths begins at the items below its context. */
export function looksBelow(expression: Expression): boolean {
  switch (expression.kind) {
    case 'member':
      return expression.focus ? looksBelow(expression.focus) : expression.name === 'item';
    case 'call':
      return expression.focus ? looksBelow(expression.focus) : expression.args.some(looksBelow);
    case 'indexed':
      return looksBelow(expression.focus);
    case 'binary':
      return looksBelow(expression.left) || looksBelow(expression.right);
    case 'minus':
      return looksBelow(expression.of);
    case 'literal':
    case 'moment':
    case 'quantity':
    case 'empty':
    case 'this':
    case 'total':
    case 'index':
    case 'variable':
      return false;
  }
}

/** Rewrites an expression on the response itself, so that it works in any context. */
export function fromRoot(expression: Expression): Expression {
  const resource: Expression = { kind: 'variable', name: 'resource' };
  switch (expression.kind) {
    case 'member':
      if (expression.focus === null && expression.name === responseType) return resource;
      return { ...expression, focus: expression.focus ? fromRoot(expression.focus) : resource };
    case 'call':
      // The arguments of a function with a focus are evaluated on each of its elements, so they stay.
      return expression.focus
        ? { ...expression, focus: fromRoot(expression.focus) }
        : { ...expression, args: expression.args.map(fromRoot) };
    case 'indexed':
      return { ...expression, focus: fromRoot(expression.focus) };
    case 'binary':
      return { ...expression, left: fromRoot(expression.left), right: fromRoot(expression.right) };
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
