/** A JSON object of a FHIR resource, not yet known to be anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOf = (object: JsonObject, key: string): string | null => {
  const value = object[key];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};
export const numberOf = (object: JsonObject, key: string): number | null => {
  const value = object[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};
export const objectOf = (object: JsonObject, key: string): JsonObject | null => {
  const value = object[key];
  return isObject(value) ? value : null;
};
export const listOf = (object: JsonObject, key: string): readonly unknown[] => {
  const value = object[key];
  return Array.isArray(value) ? value : [];
};
export const objectsOf = (object: JsonObject, key: string): JsonObject[] => listOf(object, key).filter(isObject);
export const extensionsOf = (object: JsonObject): JsonObject[] => objectsOf(object, 'extension');
export const extension = (object: JsonObject, url: string): JsonObject | null => extensionsOf(object).find((one) => one.url === url) ?? null;
/** The `value[x]` of an element: the name of its field and its value. */
export const valueOf = (object: JsonObject): { element: string; value: unknown } | null => {
  const element = Object.keys(object).find((key) => /^value[A-Z]/.test(key));
  return element === undefined ? null : { element, value: object[element] };
};
export const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(value);
