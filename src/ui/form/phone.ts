import type { MessageKey } from '../../words/index.ts';

/** A phone number as it is shown (specification 3, section 5): xxx-xxxx for 7 digits, (xxx) xxx-xxxx for 10; any other as it came. */
export function shownPhone(number: string): string {
  const stripped = number.normalize('NFKC').replace(/[\p{P}\p{S}\p{Z}]/gu, '');
  if (/^\d{7}$/.test(stripped)) return `${stripped.slice(0, 3)}-${stripped.slice(3)}`;
  if (/^\d{10}$/.test(stripped)) return `(${stripped.slice(0, 3)}) ${stripped.slice(3, 6)}-${stripped.slice(6)}`;
  return number.trim();
}

/** What kind of number it is. The texts are in the `form` catalogue. */
export const phoneLabels = {
  phone: 'form.phone',
  home: 'form.phoneHome',
  fax: 'form.phoneFax',
  cell: 'form.phoneCell',
  work: 'form.phoneWork',
} as const satisfies Record<string, MessageKey>;
