import * as v from 'valibot';
import { isSchema } from './jsonBounds.ts';

const lasting = new WeakSet<object>();

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
}

/** Freezes a value that never changes: as a field of answers it is checked and written as JSON only once. */
export function lastingValue<T extends object>(value: T): T {
  freeze(value);
  lasting.add(value);
  return value;
}

/** An answer that the database wrote as JSON, for long lists, whose parsing would take longest. Each handler's tests prove its shape. */
export class RawJson {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

const isLasting = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && lasting.has(value);

/** The fields of a plain object schema; null for any other schema, and for an object with checks across its fields. */
function fieldsOf(schema: v.GenericSchema): Map<string, v.GenericSchema> | null {
  if (
    schema.type !== 'object' ||
    'pipe' in schema ||
    !('entries' in schema) ||
    typeof schema.entries !== 'object' ||
    schema.entries === null
  )
    return null;
  const fields = new Map<string, v.GenericSchema>();
  for (const [name, field] of Object.entries(schema.entries)) {
    if (!isSchema(field)) return null;
    fields.set(name, field);
  }
  return fields;
}

/** Makes the function that checks an answer and writes it as JSON with its schema's fields only; it throws with `what` and the field. */
export function answerWriter(what: string, schema: v.GenericSchema): (given: unknown) => string {
  const write = checkedWriter(what, schema);
  return (given) => (given instanceof RawJson ? given.json : write(given));
}

function checkedWriter(what: string, schema: v.GenericSchema): (given: unknown) => string {
  const check = (by: v.GenericSchema, given: unknown, field: string): string => {
    const parsed = v.safeParse(by, given);
    if (parsed.success) return JSON.stringify(parsed.output);
    throw new Error(
      `the answer of ${what} has the wrong shape at ${[field, v.getDotPath(parsed.issues[0]) ?? ''].filter((part) => part !== '').join('.') || '(top)'}`,
    );
  };
  const fields = fieldsOf(schema);
  if (fields === null) return (given) => check(schema, given, '');

  const parts = [...fields].map(([name, field]) => ({ name, field, texts: new WeakMap<object, string>() }));
  const others = new Map<string, v.GenericSchema>();
  const without = (names: readonly string[]): v.GenericSchema => {
    const key = names.join();
    const known = others.get(key);
    if (known !== undefined) return known;
    const made = v.object(Object.fromEntries([...fields].filter(([name]) => !names.includes(name))));
    others.set(key, made);
    return made;
  };
  return (given) => {
    if (typeof given !== 'object' || given === null) return check(schema, given, '');
    const values = new Map(Object.entries(given));
    const names: string[] = [];
    let text = '';
    for (const { name, field, texts } of parts) {
      const value = values.get(name);
      if (!isLasting(value)) continue;
      let written = texts.get(value);
      if (written === undefined) {
        written = `${JSON.stringify(name)}:${check(field, value, name)}`;
        texts.set(value, written);
      }
      names.push(name);
      text += text === '' ? written : `,${written}`;
    }
    if (names.length === 0) return check(schema, given, '');
    const rest = check(without(names), given, '');
    return rest === '{}' ? `{${text}}` : `${rest.slice(0, -1)},${text}}`;
  };
}
