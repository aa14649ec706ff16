/* JSON Patch (RFC 6902) with JSON Pointer (RFC 6901) on an immutable value: changed parts are new, unchanged parts are shared. */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/** Why a patch cannot be applied: it is malformed, names a place that does not exist, or one of its tests fails. */
export class PatchFault extends Error {
  readonly kind: 'malformed' | 'noPlace' | 'testFailed';

  constructor(kind: PatchFault['kind']) {
    super(kind);
    this.kind = kind;
  }
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !isList(value);

/** The unescaped parts of a pointer. */
export function partsOf(pointer: unknown): readonly string[] {
  if (typeof pointer !== 'string' || /~(?![01])/.test(pointer)) throw new PatchFault('malformed');
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new PatchFault('malformed');
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The index of a list element; `-` means after the last one. */
function indexIn(list: readonly Json[], part: string, most: number): number {
  const index = part === '-' ? list.length : /^(?:0|[1-9]\d{0,9})$/.test(part) ? Number(part) : -1;
  if (index < 0 || index > most) throw new PatchFault('noPlace');
  return index;
}

function childOf(value: Json, part: string): Json {
  if (isList(value)) return value[indexIn(value, part, value.length - 1)] ?? null;
  if (!isObject(value) || !Object.hasOwn(value, part)) throw new PatchFault('noPlace');
  return value[part] ?? null;
}

const valueAt = (value: Json, parts: readonly string[]): Json => parts.reduce(childOf, value);

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  return Object.fromEntries(new Map(Object.entries(object)).set(name, value));
}

/** The value after `change` was applied to the object or list that contains the place. */
function changedAt(value: Json, parts: readonly string[], change: (holder: Json, last: string) => Json): Json {
  const [part, ...rest] = parts;
  if (part === undefined) throw new PatchFault('noPlace');
  if (rest.length === 0) return change(value, part);
  const child = changedAt(childOf(value, part), rest, change);
  if (isList(value)) return value.with(Number(part), child);
  return isObject(value) ? withMember(value, part, child) : value;
}

function added(value: Json, parts: readonly string[], given: Json): Json {
  if (parts.length === 0) return given;
  return changedAt(value, parts, (holder, last) => {
    if (isList(holder)) return holder.toSpliced(indexIn(holder, last, holder.length), 0, given);
    if (!isObject(holder)) throw new PatchFault('noPlace');
    return withMember(holder, last, given);
  });
}

function removed(value: Json, parts: readonly string[]): Json {
  // The whole document is removed.
  if (parts.length === 0) return null;
  return changedAt(value, parts, (holder, last) => {
    childOf(holder, last);
    if (isList(holder)) return holder.toSpliced(Number(last), 1);
    return isObject(holder) ? Object.fromEntries(Object.entries(holder).filter(([name]) => name !== last)) : holder;
  });
}

function replaced(value: Json, parts: readonly string[], given: Json): Json {
  if (parts.length === 0) return given;
  return changedAt(value, parts, (holder, last) => {
    childOf(holder, last);
    if (isList(holder)) return holder.with(Number(last), given);
    return isObject(holder) ? withMember(holder, last, given) : holder;
  });
}

/** Equality as JSON: the order of members does not matter. */
export function isSameJson(one: Json, other: Json): boolean {
  if (isList(one))
    return (
      isList(other) &&
      one.length === other.length &&
      one.every((value, index) => isSameJson(value, other[index] ?? null))
    );
  if (!isObject(one)) return one === other;
  if (!isObject(other) || Object.keys(one).length !== Object.keys(other).length) return false;
  return Object.entries(one).every(
    ([name, value]) => Object.hasOwn(other, name) && isSameJson(value, other[name] ?? null),
  );
}

/** Whether the place exists and has the expected value. */
function isThere(document: Json, path: readonly string[], expected: Json): boolean {
  try {
    return isSameJson(valueAt(document, path), expected);
  } catch (error) {
    if (error instanceof PatchFault) return false;
    throw error;
  }
}

const isPrefix = (one: readonly string[], other: readonly string[]): boolean =>
  one.length < other.length && one.every((part, index) => part === other[index]);

/** Applies one operation; throws `PatchFault`. Members that the operation does not define are ignored, as the RFC requires. */
export function applyOperation(document: Json, operation: Json): Json {
  if (!isObject(operation)) throw new PatchFault('malformed');
  const path = partsOf(operation['path']);
  const given = (): Json => {
    if (!Object.hasOwn(operation, 'value')) throw new PatchFault('malformed');
    return operation['value'] ?? null;
  };
  const { op } = operation;
  switch (typeof op === 'string' ? op : '') {
    case 'add':
      return added(document, path, given());
    case 'remove':
      return removed(document, path);
    case 'replace':
      return replaced(document, path, given());
    case 'copy':
      return added(document, path, valueAt(document, partsOf(operation['from'])));
    case 'move': {
      const from = partsOf(operation['from']);
      const value = valueAt(document, from);
      if (isPrefix(from, path)) throw new PatchFault('noPlace');
      return added(removed(document, from), path, value);
    }
    case 'test': {
      if (!isThere(document, path, given())) throw new PatchFault('testFailed');
      return document;
    }
    default:
      throw new PatchFault('malformed');
  }
}
