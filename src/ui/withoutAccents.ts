/** Characters outside of ASCII. */
// oxlint-disable-next-line no-control-regex -- this is its range
export const beyondAscii = /[^\u0000-\u007F]/;

/** A text for searching: lower case and without accents. */
export function withoutAccents(text: string): string {
  const lower = text.toLowerCase();
  // Most words have only letters without accents, so the slower step is skipped.
  return beyondAscii.test(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '') : lower;
}
