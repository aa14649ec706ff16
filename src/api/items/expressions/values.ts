import { ExpressionError, spend } from './budget.ts';
import { compareMoments, type Moment } from './moments.ts';

export { ExpressionError };

export interface Quantity {
  readonly kind: 'quantity';
  readonly value: number;
  readonly unit: string;
}
/** A FHIR element with parts. */
export interface Complex {
  readonly kind: 'complex';
  /** Its type, such as `Coding`, if the name of its element shows it. */
  readonly type: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}
export type Value = boolean | number | string | Moment | Quantity | Complex;
export type Values = readonly Value[];

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The type at the end of an element name such as `valueCoding`. */
const typeIn = (name: string): string | null =>
  name.length > 5 && (name.startsWith('value') || name.startsWith('answer'))
    ? (/^(?:value|answer)([A-Z]\w*)$/.exec(name)?.[1] ?? null)
    : null;

/** The JSON under a name, as values. */
export function valuesOfJson(json: unknown, name: string): Value[] {
  if (json === null || json === undefined) return [];
  spend(1);
  if (Array.isArray(json)) return json.flatMap((one: unknown) => valuesOfJson(one, name));
  if (typeof json === 'number' || typeof json === 'boolean') return [json];
  const type = typeIn(name);
  if (typeof json === 'string') {
    if (type === 'Date') return [{ kind: 'moment', type: 'date', text: json }];
    if (type === 'DateTime') return [{ kind: 'moment', type: 'dateTime', text: json }];
    if (type === 'Time') return [{ kind: 'moment', type: 'time', text: json }];
    return [json];
  }
  return isRecord(json) ? [{ kind: 'complex', type, data: json }] : [];
}

/** The parts of a value with this name. `value` also finds `valueString` and similar names, as FHIR's choice types require. */
export function partsOf(value: Value, name: string): Value[] {
  if (typeof value !== 'object') return [];
  if (value.kind === 'quantity') return name === 'value' ? [value.value] : name === 'unit' ? [value.unit] : [];
  if (value.kind !== 'complex') return [];
  const { data } = value;
  if (name in data) return valuesOfJson(data[name], name);
  if (name !== 'value') return [];
  const chosen = Object.keys(data).find((key) => typeIn(key) !== null && key.startsWith('value'));
  return chosen === undefined ? [] : valuesOfJson(data[chosen], chosen);
}

export const childrenOf = (value: Value): Value[] =>
  typeof value === 'object' && value.kind === 'complex'
    ? Object.keys(value.data)
        .filter((name) => name !== 'resourceType')
        .flatMap((name) => valuesOfJson(value.data[name], name))
    : [];

/** All values below a value, nearest first. */
export function descendantsOf(values: Values): Value[] {
  const children = values.flatMap(childrenOf);
  spend(children.length);
  return children.length === 0 ? [] : [...children, ...descendantsOf(children)];
}

/** A quantity to compute with, if the value is one. */
export function quantityOf(value: Value): Quantity | null {
  if (typeof value !== 'object') return null;
  if (value.kind === 'quantity') return value;
  if (value.kind !== 'complex' || (value.type !== null && value.type !== 'Quantity')) return null;
  const { value: amount, code, unit } = value.data;
  if (typeof amount !== 'number') return null;
  return {
    kind: 'quantity',
    value: amount,
    unit: typeof code === 'string' ? code : typeof unit === 'string' ? unit : '1',
  };
}

/** Numbers are compared to eight places, as common libraries compare FHIR's decimals. */
const rounded = (value: number): number => Math.round(value * 1e8) / 1e8;

const unitNames: Readonly<Record<string, string>> = {
  years: 'year',
  months: 'month',
  weeks: 'week',
  days: 'day',
  hours: 'hour',
  minutes: 'minute',
  seconds: 'second',
};
/** The singular of a calendar unit; other units unchanged. */
export const unitName = (unit: string): string => unitNames[unit] ?? unit;

/** Two quantities as numbers in the same unit. */
function inOneUnit(left: Quantity, right: Quantity): readonly [number, number] {
  if (unitName(left.unit) !== unitName(right.unit))
    throw new ExpressionError(`quantities in "${left.unit}" and "${right.unit}" are not compared`);
  return [left.value, right.value];
}

/**
 * A number and a quantity as two numbers: a number is a quantity without a unit, so null where the other has one. Undefined for any other
 * two values.
 */
function numberBesideQuantity(left: Value, right: Value): readonly [number, number] | null | undefined {
  const quantity = typeof left === 'number' ? quantityOf(right) : typeof right === 'number' ? quantityOf(left) : null;
  if (!quantity) return undefined;
  if (quantity.unit !== '1') return null;
  return typeof left === 'number' ? [left, quantity.value] : [quantity.value, Number(right)];
}

/** A text that is the same for equal values and different for others. */
export function keyOf(value: Value): string {
  spend(1);
  if (typeof value === 'number') return `n${String(rounded(value))}`;
  if (typeof value !== 'object') return `${typeof value}${String(value)}`;
  if (value.kind === 'moment') return `m${value.type === 'time' ? 'T' : ''}${value.text}`;
  const quantity = quantityOf(value);
  if (value.kind === 'quantity') return `q${String(rounded(value.value))} ${unitName(value.unit)}`;
  if (value.type === 'Quantity' && quantity) return keyOf(quantity);
  return `c${keyOfJson(value.data)}`;
}
function keyOfJson(json: unknown): string {
  spend(1);
  if (Array.isArray(json)) return `[${json.map(keyOfJson).join()}]`;
  if (!isRecord(json)) return JSON.stringify(json) ?? '';
  return `{${Object.keys(json)
    .toSorted()
    .map((key) => `${key}:${keyOfJson(json[key])}`)
    .join()}}`;
}

/** Whether two values are equal; null when that is not known, such as for a day and a time on it. */
export function equal(left: Value, right: Value): boolean | null {
  if (typeof left === 'object' && typeof right === 'object') {
    if (left.kind === 'moment' && right.kind === 'moment') {
      if ((left.type === 'time') !== (right.type === 'time')) return false;
      const order = compareMoments(left, right);
      return order === null ? null : order === 0;
    }
    const [a, b] = [quantityOf(left), quantityOf(right)];
    if (a && b && (left.kind === 'quantity' || right.kind === 'quantity' || left.type === 'Quantity')) {
      const [one, other] = inOneUnit(a, b);
      return rounded(one) === rounded(other);
    }
  }
  const mixed = numberBesideQuantity(left, right);
  if (mixed === null) throw new ExpressionError('a number and a quantity with a unit are not compared');
  if (mixed) return rounded(mixed[0]) === rounded(mixed[1]);
  return keyOf(left) === keyOf(right);
}

/** Less than zero, zero, more than zero; null when it is not known. */
export function compare(left: Value, right: Value): number | null {
  if (typeof left === 'number' && typeof right === 'number') return rounded(left) - rounded(right);
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if (typeof left === 'object' && typeof right === 'object') {
    if (left.kind === 'moment' && right.kind === 'moment') {
      if ((left.type === 'time') !== (right.type === 'time'))
        throw new ExpressionError('a time and a day are not compared');
      return compareMoments(left, right);
    }
    const [a, b] = [quantityOf(left), quantityOf(right)];
    if (a && b) {
      const [one, other] = inOneUnit(a, b);
      return rounded(one) - rounded(other);
    }
  }
  const mixed = numberBesideQuantity(left, right);
  if (mixed !== undefined) return mixed && rounded(mixed[0]) - rounded(mixed[1]);
  throw new ExpressionError('values of different types are not compared');
}

const flatText = (text: string): string => text.toLowerCase().replace(/\s/g, ' ');

/** The operator `~`: equal except for case, spaces and precision. */
export function equivalent(left: Value, right: Value): boolean {
  spend(1);
  if (typeof left === 'string' && typeof right === 'string') return flatText(left) === flatText(right);
  if (typeof left === 'number' && typeof right === 'number') {
    const decimals = (value: number) => String(value).split('.')[1]?.length ?? 0;
    const factor = 10 ** Math.min(decimals(left), decimals(right), 8);
    return Math.round(left * factor) === Math.round(right * factor);
  }
  if (typeof left === 'object' && left.kind === 'complex' && typeof right === 'object' && right.kind === 'complex')
    throw new ExpressionError('"~" is not there for elements with parts');
  return equal(left, right) ?? false;
}

export function distinct(values: Values): Value[] {
  const byKey = new Map<string, Value>();
  for (const value of values) {
    const key = keyOf(value);
    if (!byKey.has(key)) byKey.set(key, value);
  }
  return [...byKey.values()];
}

/** The only value, or none. More than one value is an error of the expression. */
export function single(values: Values): Value | undefined {
  if (values.length > 1) throw new ExpressionError('one value is needed where there are several');
  return values[0];
}
/** The truth value of a collection; undefined when it is empty. A single value that is not a boolean is true. */
export function truthOf(values: Values): boolean | undefined {
  const value = single(values);
  return value === undefined ? undefined : typeof value === 'boolean' ? value : true;
}
export function numberOf(values: Values): number | undefined {
  const value = single(values);
  if (value === undefined || typeof value === 'number') return value;
  throw new ExpressionError('a number is needed');
}
export function textOf(values: Values): string | undefined {
  const value = single(values);
  if (value === undefined || typeof value === 'string') return value;
  throw new ExpressionError('a text is needed');
}
