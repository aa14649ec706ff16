import { phoneHref, phoneShown } from '@portal/api';

/** A telephone number as it is shown, and the link that dials it. */
export interface FacilityPhone {
  readonly shown: string;
  readonly href: string;
}

/** The first of several numbers that can be dialled; null if none can. */
export const firstDialled = (phones: readonly string[]): string | null =>
  phones.find((phone) => phoneHref(phone) !== null) ?? null;

/** A facility's number for a page; null if it has none or it cannot be dialled. */
export function facilityPhone(phone: string | null): FacilityPhone | null {
  const href = phone === null ? null : phoneHref(phone);
  return phone === null || href === null ? null : { shown: phoneShown(phone), href };
}
