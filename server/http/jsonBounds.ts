import type * as v from 'valibot';

/** More than the largest questionnaire answer has, and few enough to be parsed at once. */
const mostParts = 300_000;
const deepest = 64;
const [quote, backslash, comma, open, close, openList, closeList] = Buffer.from('"\\,{}[]');

/** Whether a JSON text has no more members and levels than any call needs. The bytes are counted before anything is parsed. */
export function fitsJsonBounds(bytes: Uint8Array): boolean {
  let parts = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) isText = !isText;
    else if (isText) at += byte === backslash ? 1 : 0;
    else if (byte === comma) parts += 1;
    else if (byte === open || byte === openList) {
      parts += 1;
      depth += 1;
      if (depth > deepest) return false;
    } else if (byte === close || byte === closeList) depth -= 1;
  }
  return parts <= mostParts;
}

type LengthCheck = (value: unknown) => boolean;

/** Whether a value is a schema of valibot. */
export const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema' && '~run' in value;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** A schema with its checks, also if it is built on a schema that has checks of its own. */
function stepsOf(schema: object): readonly unknown[] {
  if (!('pipe' in schema) || !Array.isArray(schema.pipe)) return [schema];
  const [first, ...rest]: unknown[] = schema.pipe;
  return isObject(first) ? [...stepsOf(first), ...rest] : [];
}

function longestOf(steps: readonly unknown[]): number {
  const longest = steps.flatMap((step) =>
    isObject(step) &&
    'type' in step &&
    (step.type === 'max_length' || step.type === 'length') &&
    'requirement' in step &&
    typeof step.requirement === 'number'
      ? [step.requirement]
      : [],
  );
  return Math.min(Infinity, ...longest);
}

/** Checks lengths first: a schema checks every member before the length, so that a list of a million would give a million faults. */
export function lengthCheck(schema: v.GenericSchema): LengthCheck | null {
  const steps = stepsOf(schema);
  const [first] = steps;
  if (!isObject(first)) return null;
  const longest = longestOf(steps);
  if ('wrapped' in first && isSchema(first.wrapped)) return lengthCheck(first.wrapped);
  if ('item' in first && isSchema(first.item)) {
    const item = lengthCheck(first.item);
    return (value) => !Array.isArray(value) || (value.length <= longest && (item === null || value.every(item)));
  }
  if ('entries' in first && isObject(first.entries)) {
    const fields = Object.entries(first.entries).flatMap(([name, field]) => {
      const check = isSchema(field) ? lengthCheck(field) : null;
      return check === null ? [] : [{ name, check }];
    });
    if (fields.length === 0) return null;
    return (value) => {
      if (!isObject(value)) return true;
      const members = new Map<string, unknown>(Object.entries(value));
      return fields.every(({ name, check }) => check(members.get(name)));
    };
  }
  if ('options' in first && Array.isArray(first.options)) {
    const options = first.options.filter(isSchema).map((option) => lengthCheck(option) ?? (() => true));
    return options.length === 0 ? null : (value) => options.some((option) => option(value));
  }
  return longest === Infinity ? null : (value) => typeof value !== 'string' || value.length <= longest;
}
