const shapes: Readonly<Record<number, (digits: string) => string>> = {
  7: (digits) => `${digits.slice(0, 3)}-${digits.slice(3)}`,
  10: (digits) => `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
};

/**
 * A telephone number as the portal shows it (specification 3, section 5): punctuation stripped, then xxx-xxxx for seven digits
 * and (xxx) xxx-xxxx for ten. Any other number, and one with an extension or a country, stays as the facility wrote it.
 */
export function phoneShown(written: string): string {
  const bare = written.replace(/[^\p{L}\p{N}+#]/gu, '');
  return (/^\d+$/.test(bare) ? shapes[bare.length]?.(bare) : undefined) ?? written.trim();
}

/** What a press on a number dials; null where there is nothing to dial. An extension is not dialled. */
export function phoneHref(written: string): string | null {
  const number = /^[^\p{L}#]*/u.exec(written.trim())?.[0].replace(/[^\d+]/g, '') ?? '';
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : null;
}
