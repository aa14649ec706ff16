/** A JSON object of a FHIR resource that has not been checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** The element may be missing: then it has no text, no number and nothing else. */
type MaybeObject = JsonObject | null | undefined;
export const textOf = (object: MaybeObject, key: string): string | null => {
  const value = object?.[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};
export const numberOf = (object: MaybeObject, key: string): number | null => {
  const value = object?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};
export const objectOf = (object: MaybeObject, key: string): JsonObject | null => {
  const value = object?.[key];
  return isObject(value) ? value : null;
};
export const listOf = (object: MaybeObject, key: string): readonly unknown[] => {
  const value = object?.[key];
  return Array.isArray(value) ? value : [];
};
export const objectsOf = (object: MaybeObject, key: string): JsonObject[] => listOf(object, key).filter(isObject);
/** The resources of a Bundle; any other resource alone. */
export const resourcesIn = (file: JsonObject): JsonObject[] =>
  file.resourceType === 'Bundle'
    ? objectsOf(file, 'entry').flatMap<JsonObject>((entry) => objectOf(entry, 'resource') ?? [])
    : [file];
export const extensionsOf = (object: MaybeObject): JsonObject[] => objectsOf(object, 'extension');
export const extension = (object: MaybeObject, url: string): JsonObject | null =>
  extensionsOf(object).find((one) => one.url === url) ?? null;
/** The `value[x]` of an element: its field name and its value. */
export const valueOf = (object: JsonObject): { element: string; value: unknown } | null => {
  const element = Object.keys(object).find((key) => /^value[A-Z]/.test(key));
  return element === undefined ? null : { element, value: object[element] };
};
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value);

type Shape = 'text' | 'flag' | 'count' | 'objects' | 'texts';
const shapes: Readonly<Record<Shape, { readonly holds: (value: unknown) => boolean; readonly named: string }>> = {
  text: { holds: (value) => typeof value === 'string', named: 'a text' },
  flag: { holds: (value) => typeof value === 'boolean', named: 'true or false' },
  count: { holds: (value) => typeof value === 'number' && Number.isInteger(value), named: 'a whole number' },
  objects: { holds: (value) => Array.isArray(value) && value.every(isObject), named: 'a list of objects' },
  texts: {
    holds: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    named: 'a list of texts',
  },
};
/** Elements with another type than FHIR's, which would otherwise be read as absent. Null counts as absent. */
export const misshapen = (object: JsonObject, elements: Readonly<Record<string, Shape>>): string[] =>
  Object.entries(elements).flatMap(([key, shape]) =>
    object[key] === undefined || object[key] === null || shapes[shape].holds(object[key])
      ? []
      : [`its ${key} is not ${shapes[shape].named}`],
  );

/** Deeper than any form, and shallow enough for functions that walk a resource recursively. */
const deepest = 200;
/** False for U+0000 and halves of a surrogate pair: JSON can contain them, but the database cannot store them. */
const isStorable = (text: string) => !text.includes('\u0000') && !/\p{Surrogate}/u.test(text);

/** Why a file cannot be read at all, whatever it contains. */
export function fileFault(json: unknown): string | null {
  const left: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [
    { value: json, path: '', depth: 0 },
  ];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, path, depth } = next;
    if (depth > deepest) return `is nested too deeply (${path.slice(0, 60)}…)`;
    if (typeof value === 'string' && !isStorable(value)) return `has a character that cannot be stored in ${path}`;
    if (Array.isArray(value))
      for (const [at, one] of value.entries())
        left.push({ value: one, path: `${path}[${String(at)}]`, depth: depth + 1 });
    else if (isObject(value)) {
      for (const [key, one] of Object.entries(value)) {
        if (!isStorable(key))
          return `has a character that cannot be stored in a name of ${path === '' ? 'the file' : path}`;
        left.push({ value: one, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
  return null;
}
