import type { Expression } from '../../formLogic.ts';
import { mostText, OverBudget, spend } from './budget.ts';
import { functions, isLambda } from './functions.ts';
import { responseType } from './reads.ts';
import { momentOf } from './moments.ts';
import { arithmetic, booleanValues, comparison, equality, equivalence, isMember, threeValued } from './operators.ts';
import type { Scope } from './scope.ts';
import { isOfType, typeNameOf } from './valueTypes.ts';
import {
  distinct,
  ExpressionError,
  keyOf,
  numberOf,
  partsOf,
  quantityOf,
  single,
  textOf,
  truthOf,
  type Value,
  type Values,
} from './values.ts';

/** `value.ofType(Coding)` is the element `valueCoding`, whose name contains the exact type. */
const elementOf = (type: string): string => `value${type.charAt(0).toUpperCase()}${type.slice(1)}`;
const isChoice = (expression: Expression | null): expression is Extract<Expression, { kind: 'member' }> =>
  expression?.kind === 'member' && expression.name === 'value';

function ofType(focus: Expression | null, type: string, scope: Scope): Value[] {
  if (isChoice(focus)) {
    const whole = focus.focus === null ? scope.focus : evaluate(focus.focus, scope);
    return whole.flatMap((value) => partsOf(value, elementOf(type)));
  }
  const values = focus === null ? scope.focus : evaluate(focus, scope);
  return values.filter((value) => isOfType(value, type));
}

function binary(expression: Extract<Expression, { kind: 'binary' }>, scope: Scope): Values {
  const { operator } = expression;
  const left = () => evaluate(expression.left, scope);
  const right = () => evaluate(expression.right, scope);
  switch (operator) {
    case '=':
      return booleanValues(equality(left(), right()));
    case '!=': {
      const isEqual = equality(left(), right());
      return booleanValues(isEqual === null ? null : !isEqual);
    }
    case '~':
      return [equivalence(left(), right())];
    case '!~':
      return [!equivalence(left(), right())];
    case '<':
      return comparison(left(), right(), (by) => by < 0);
    case '>':
      return comparison(left(), right(), (by) => by > 0);
    case '<=':
      return comparison(left(), right(), (by) => by <= 0);
    case '>=':
      return comparison(left(), right(), (by) => by >= 0);
    case 'and':
    case 'or':
    case 'xor':
    case 'implies':
      return booleanValues(threeValued(operator, truthOf(left()), truthOf(right())));
    case '+':
    case '-':
    case '*':
    case '/':
    case 'div':
    case 'mod':
      return arithmetic(operator, left(), right());
    case '&':
      return [(textOf(left()) ?? '') + (textOf(right()) ?? '')];
    case '|':
      return distinct([...left(), ...right()]);
    case 'in': {
      const value = single(left());
      return value === undefined ? [] : [isMember(right(), value)];
    }
    case 'contains': {
      const value = single(right());
      return value === undefined ? [] : [isMember(left(), value)];
    }
    case 'is': {
      const value = single(left());
      const type = typeNameOf(expression.right);
      if (isChoice(expression.left) && value !== undefined) return [ofType(expression.left, type, scope).length > 0];
      return value === undefined ? [] : [isOfType(value, type)];
    }
    case 'as': {
      single(left());
      return ofType(expression.left, typeNameOf(expression.right), scope);
    }
    default:
      throw new ExpressionError(`the operator "${operator}" is not known`);
  }
}

/** The scope with each value as `$this`. */
const within = (scope: Scope, value: Value, index: number): Scope => ({ ...scope, focus: [value], index });

/** Most values of a `repeat`; no set of answers has so many items, so an endless repeat is stopped. */
const mostRepeated = 20_000;

function repeat(focus: Values, step: Expression, scope: Scope): Values {
  const seen = new Map<string, Value>();
  let next: Values = focus;
  while (next.length > 0) {
    const found: Value[] = [];
    for (const [index, value] of next.entries())
      for (const one of evaluate(step, within(scope, value, index))) {
        const key = keyOf(one);
        if (seen.has(key)) continue;
        if (seen.size >= mostRepeated) throw new ExpressionError('it repeats without an end');
        seen.set(key, one);
        found.push(one);
      }
    next = found;
  }
  return [...seen.values()];
}

function lambda(name: string, focus: Values, args: readonly Expression[], scope: Scope): Values {
  const [first] = args;
  if (name === 'iif') {
    const [criterion, then, otherwise] = args;
    if (!criterion || !then) throw new ExpressionError('"iif" needs a criterion and a result');
    const own = focus.length === 1 ? { ...scope, focus } : scope;
    const isTrue = truthOf(evaluate(criterion, own)) === true;
    return isTrue ? evaluate(then, own) : otherwise ? evaluate(otherwise, own) : [];
  }
  if (!first) return name === 'exists' ? [focus.length > 0] : [];
  const criterion = (value: Value, index: number) => truthOf(evaluate(first, within(scope, value, index))) === true;
  switch (name) {
    case 'where':
      return focus.filter(criterion);
    case 'exists':
    case 'any':
      return [focus.some(criterion)];
    case 'all':
      return [focus.every(criterion)];
    case 'select':
      return focus.flatMap((value, index) => evaluate(first, within(scope, value, index)));
    case 'repeat':
      return repeat(focus, first, scope);
    case 'aggregate': {
      const start: Values = args[1] ? evaluate(args[1], scope) : [];
      return focus.reduce<Values>(
        (total, value, index) => evaluate(first, { ...within(scope, value, index), total }),
        start,
      );
    }
    default:
      throw new ExpressionError(`the function "${name}" is not known`);
  }
}

function call(expression: Extract<Expression, { kind: 'call' }>, scope: Scope): Values {
  const { focus, name, args } = expression;
  if (name === 'ofType' || name === 'as') return ofType(focus, typeNameOf(args[0]), scope);
  if (name === 'is') {
    const values = focus === null ? scope.focus : evaluate(focus, scope);
    const type = typeNameOf(args[0]);
    if (values.length > 0 && isChoice(focus)) return [ofType(focus, type, scope).length > 0];
    const value = single(values);
    return value === undefined ? [] : [isOfType(value, type)];
  }
  const values = focus === null ? scope.focus : evaluate(focus, scope);
  if (isLambda(name)) return lambda(name, values, args, scope);
  const run = functions[name];
  if (!run) throw new ExpressionError(`the function "${name}" is not known`);
  return run(
    values,
    args.map((arg) => () => evaluate(arg, scope)),
    scope,
  );
}

/** The value of an expression. Throws `ExpressionError` when there is no certain value. */
export function evaluate(expression: Expression, scope: Scope): Values {
  const values = valuesOf(expression, scope);
  const [text] = values;
  const signs = typeof text === 'string' ? text.length : 0;
  if (signs > mostText) throw new OverBudget('it makes too long a text');
  spend(1 + values.length + Math.floor(signs / 16));
  return values;
}
function valuesOf(expression: Expression, scope: Scope): Values {
  switch (expression.kind) {
    case 'literal':
      return [expression.value];
    case 'moment': {
      const moment = momentOf(expression.value);
      if (!moment) throw new ExpressionError(`"${expression.value}" is no moment that is read here`);
      return [moment];
    }
    case 'quantity':
      return [{ kind: 'quantity', value: expression.value, unit: expression.unit }];
    case 'empty':
      return [];
    case 'this':
      return scope.focus;
    case 'index':
      return scope.index === undefined ? [] : [scope.index];
    case 'total':
      return scope.total ?? [];
    case 'variable':
      return scope.variable(expression.name);
    case 'member': {
      const { focus, name } = expression;
      if (focus !== null) return evaluate(focus, scope).flatMap((value) => partsOf(value, name));
      // Authors begin paths at the response by its type, although the context is the item. Taken literally, such a path would find nothing.
      if (name === responseType) return scope.variable('resource');
      return scope.focus.flatMap((value) => partsOf(value, name));
    }
    case 'call':
      return call(expression, scope);
    case 'indexed': {
      const at = numberOf(evaluate(expression.at, scope));
      const value = at === undefined ? undefined : evaluate(expression.focus, scope)[at];
      return value === undefined ? [] : [value];
    }
    case 'minus': {
      const value = single(evaluate(expression.of, scope));
      if (value === undefined) return [];
      if (typeof value === 'number') return [-value];
      const quantity = quantityOf(value);
      if (!quantity) throw new ExpressionError('a number is needed');
      return [{ ...quantity, value: -quantity.value }];
    }
    case 'binary':
      return binary(expression, scope);
  }
}
