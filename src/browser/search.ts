/** Query parameters in the portal: always texts, so that `007` stays `007`. */
export type Search = Readonly<Record<string, string>>;

/** Reads a query string. The router's own parser decodes JSON, which would turn PINs and ids into numbers. The first of equal names counts. */
export function parseSearch(query: string): Record<string, string> {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) if (!Object.hasOwn(search, name)) search[name] = value;
  return search;
}

/** Writes a query string, with its question mark unless it is empty. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') parameters.set(name, value);
    else if (typeof value === 'number' || typeof value === 'boolean') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Every parameter of an address that is a text; all others are left out. */
export function textsOf(search: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
