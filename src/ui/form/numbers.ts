import { digitsOnly } from '../dates.ts';

/** The upper limit of a number that has none of its own (specification 3, section 9). */
export const defaultNumberLimit = 9999;

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What a number field takes of what was typed: digits, as many as its largest number has. */
export const typedNumber = (typed: string, { max = defaultNumberLimit }: Bounds = {}): string =>
  digitsOnly(typed, String(max).length);

/** What stands in a number field after it was left: between the bounds, without leading zeros; nothing stays nothing. */
export function clampedNumber(text: string, { min = 0, max = defaultNumberLimit }: Bounds = {}): string {
  const typed = digitsOnly(text, text.length);
  return typed === '' ? '' : String(Math.min(Math.max(Number(typed), min), max));
}

/** The page that was typed, or null where there is no such page: only numbers from 1 to `total` are pages. */
export function typedPage(text: string, total: number): number | null {
  const typed = text.trim();
  const page = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return page >= 1 && page <= total ? page : null;
}
