/** Country codes of one and two digits; all others have three. */
const shortCountryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** `+554100000199` as `+55 41 0000 0199`, to be read aloud; a table of every country's groups would be too large here. */
function groupedByFour(digits: string): string {
  const country = shortCountryCode.exec(digits)?.[0] ?? digits.slice(0, 3);
  return `+${country} ${digits.slice(country.length).replace(/\B(?=(?:\d{4})+$)/g, ' ')}`;
}

/**
 * A phone number as it is shown (specification 3, section 5): xxx-xxxx for 7 digits, (xxx) xxx-xxxx for 10, also after the +1 of North
 * America. A number of another country without spaces gets some; any other number, or one with an extension, stays unchanged.
 */
export function phoneShown(phone: string): string {
  const national = phone.trim().replace(/^\+1(?=\d{10}$)/, '');
  if (/^\+\d{8,15}$/.test(national)) return groupedByFour(national.slice(1));
  if (/^\+|#/.test(national)) return national;
  const digits = national.normalize('NFKC').replace(/[\p{P}\p{S}\p{Z}]/gu, '');
  if (/^\d{7}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3)}`;
  if (/^\d{10}$/.test(digits)) return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  return national;
}

/** The number that a press dials, without an extension; null when there is nothing to dial. */
export function phoneHref(phone: string): string | null {
  const number = (/^[^\p{L}#]*/u.exec(phone.trim())?.[0] ?? '').replace(/[^\d+]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : null;
}

/** A number as it is stored: digits with an optional plus. */
export const plainPhone = (typed: string): string =>
  (/^\s*\+/.test(typed) ? '+' : '') + typed.normalize('NFKC').replace(/\D/g, '');
