import type { Expression } from '../../formLogic.ts';
import { ExpressionError, type Value } from './values.ts';

/** The name of a type in `is`, `as` and `ofType`. */
export function typeNameOf(expression: Expression | undefined): string {
  if (expression?.kind !== 'member') throw new ExpressionError('a type is needed');
  const { focus, name } = expression;
  if (focus === null || (focus.kind === 'member' && focus.focus === null && /^(?:FHIR|System)$/.test(focus.name)))
    return name;
  throw new ExpressionError('a type is needed');
}

/** Types that an expression may test for. Numbers do not record whether they were whole, so there is no integer type. */
export const knownTypes: ReadonlySet<string> = new Set([
  'boolean',
  'Boolean',
  'string',
  'String',
  'date',
  'Date',
  'dateTime',
  'DateTime',
  'time',
  'Time',
  'Quantity',
  'Coding',
  'Attachment',
]);
/** Whether a value has one of these types. Throws `ExpressionError` for another. */
export function isOfType(value: Value, type: string): boolean {
  if (!knownTypes.has(type)) throw new ExpressionError(`the type "${type}" is not told apart`);
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value === type.toLowerCase();
  if (typeof value === 'number') return false;
  if (value.kind === 'moment') return value.type.toLowerCase() === type.toLowerCase();
  if (value.kind === 'quantity') return type === 'Quantity';
  return value.type === type;
}
