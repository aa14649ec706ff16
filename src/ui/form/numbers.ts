import { digitsOnly } from '../dates.ts';

/** The upper limit of a number without one of its own (specification 3, section 9). */
export const defaultNumberLimit = 9999;

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** What a number field accepts: digits, as many as its largest number has. */
export const typedNumber = (typed: string, { max = defaultNumberLimit }: Bounds = {}): string =>
  digitsOnly(typed, String(max).length);

/** The value of a number field after it was left: within its limits, without leading zeros; empty stays empty. */
export function clampedNumber(text: string, { min = 0, max = defaultNumberLimit }: Bounds = {}): string {
  const typed = digitsOnly(text, text.length);
  return typed === '' ? '' : String(Math.min(Math.max(Number(typed), min), max));
}

/** The typed page, or null: only numbers from 1 to `total` are pages. */
export function typedPage(text: string, total: number): number | null {
  const typed = text.trim();
  const page = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return page >= 1 && page <= total ? page : null;
}
