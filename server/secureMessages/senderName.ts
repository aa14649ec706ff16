/** A name in the parts that messages store. */
export interface NameParts {
  readonly firstName: string;
  readonly lastName: string;
}

/** Splits `Dr. Ottoline Fernbrook`: the last word is the last name. */
export function nameParts(display: string): NameParts {
  const words = display.trim().split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' };
}

const longestName = 100;
/** Whether the text after a comma is a degree such as `MD`, `PhD` or `R.N.` and not a first name. */
const isDegree = (text: string): boolean => (text.match(/\p{Lu}/gu)?.length ?? 0) >= 2 && !/\s/.test(text);

/** Splits `Ottoline Fernbrook`, or `Fernbrook, Ottoline` as some address books have it. Null if it is not a name. */
export function mailName(display: string): NameParts | null {
  const clean = display
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName);
  if (!/\p{L}/u.test(clean) || clean.includes('@')) return null;
  const [name = '', behind = '', ...rest] = clean.split(',').map((part) => part.trim());
  if (behind === '' || rest.length > 0) return nameParts(clean);
  if (!isDegree(behind)) return { firstName: behind, lastName: name };
  const { firstName, lastName } = nameParts(name);
  return { firstName, lastName: `${lastName}, ${behind}` };
}
