import { asDecimal } from '../asDecimal.ts';
import { later } from './moments.ts';
import {
  compare,
  equal,
  equivalent,
  ExpressionError,
  quantityOf,
  single,
  unitName,
  type Value,
  type Values,
} from './values.ts';

/** No value where it is unknown. */
export const booleanValues = (value: boolean | null | undefined): Values =>
  value === null || value === undefined ? [] : [value];

/** `=`; null where a side is empty or the values cannot be compared. */
export function equality(left: Values, right: Values): boolean | null {
  if (left.length === 0 || right.length === 0) return null;
  if (left.length !== right.length) return false;
  let isUnknown = false;
  for (const [index, value] of left.entries()) {
    const other = right[index];
    const result = other === undefined ? false : equal(value, other);
    if (result === false) return false;
    if (result === null) isUnknown = true;
  }
  return isUnknown ? null : true;
}

/** `~`, in any order of the values. */
export function equivalence(left: Values, right: Values): boolean {
  if (left.length !== right.length) return false;
  const rest = [...right];
  return left.every((value) => {
    const at = rest.findIndex((other) => equivalent(value, other));
    if (at === -1) return false;
    rest.splice(at, 1);
    return true;
  });
}

/** `<` and its like. */
export function comparison(left: Values, right: Values, holds: (order: number) => boolean): Values {
  const [a, b] = [single(left), single(right)];
  if (a === undefined || b === undefined) return [];
  const result = compare(a, b);
  return result === null ? [] : [holds(result)];
}

/** Numbers, texts that are joined, quantities of one unit, and moments that are moved by a time. */
export function arithmetic(operator: '+' | '-' | '*' | '/' | 'div' | 'mod', left: Values, right: Values): Values {
  const [a, b] = [single(left), single(right)];
  if (a === undefined || b === undefined) return [];
  if (typeof a === 'number' && typeof b === 'number') {
    const value = compute(operator, a, b);
    return Number.isFinite(value) ? [value] : [];
  }
  if (operator === '+' && typeof a === 'string' && typeof b === 'string') return [a + b];
  if ((operator === '+' || operator === '-') && typeof a === 'object' && a.kind === 'moment') {
    const amount = quantityOf(b);
    const moved = amount && later(a, operator === '+' ? amount.value : -amount.value, unitName(amount.unit));
    if (moved) return [moved];
  }
  const [one, other] = [quantityOf(a), quantityOf(b)];
  if (one && other && (operator === '+' || operator === '-') && unitName(one.unit) === unitName(other.unit))
    return [{ ...one, value: compute(operator, one.value, other.value) }];
  throw new ExpressionError(`"${operator}" is not there for these values`);
}
function compute(operator: '+' | '-' | '*' | '/' | 'div' | 'mod', a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case 'div':
      return wholeTimes(a, b);
    case 'mod':
      // The remainder of binary fractions may be almost the divisor where there is none: 0.3 mod 0.1.
      return Number.isInteger(a) && Number.isInteger(b) ? a % b : asDecimal(a - b * wholeTimes(a, b));
  }
}

const wholeTimes = (a: number, b: number): number => (b === 0 ? Number.NaN : Math.trunc(asDecimal(a / b)));

/** `and`, `or`, `xor` and `implies`; undefined is unknown. */
export function threeValued(operator: string, a: boolean | undefined, b: boolean | undefined): boolean | undefined {
  switch (operator) {
    case 'and':
      return a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
    case 'or':
      return a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
    case 'xor':
      return a === undefined || b === undefined ? undefined : a !== b;
    default:
      return a === false || b === true ? true : a === undefined || b === undefined ? undefined : !a || b;
  }
}

export const isMember = (values: Values, value: Value): boolean => values.some((one) => equal(one, value) === true);
