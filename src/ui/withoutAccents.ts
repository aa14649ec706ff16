/** What is outside of ASCII. */
// oxlint-disable-next-line no-control-regex -- this is its range
export const beyondAscii = /[^\u0000-\u007F]/;

/** A text as people type it who look for it: without capitals and accents. */
export function withoutAccents(text: string): string {
  const lower = text.toLowerCase();
  // Most words have only letters that are their own plain form.
  return beyondAscii.test(lower) ? lower.normalize('NFD').replace(/\p{M}/gu, '') : lower;
}
