import { shownPhone } from '../../ui/form/phone.ts';

/** A number as a card shows it: one of North America without the country before it, one of another country as it came. */
export function phoneShown(phone: string): string {
  const national = phone.trim().replace(/^\+1(?=\d{10}$)/, '');
  return national.startsWith('+') ? national : shownPhone(national);
}

/** What a press on a number dials, without an extension; null where there is nothing to dial. */
export function phoneHref(phone: string): string | null {
  const number = (/^[^\p{L}#]*/u.exec(phone.trim())?.[0] ?? '').replace(/[^\d+]/g, '');
  return /^\+?\d{3,15}$/.test(number) ? `tel:${number}` : null;
}
