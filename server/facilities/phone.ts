import { phoneHref, phoneShown } from '@portal/api';

/** A number as it is shown, and what a press on it dials. */
export interface FacilityPhone {
  readonly shown: string;
  readonly href: string;
}

/** The first of several numbers that can be dialled; null where there is none. */
export const firstDialled = (phones: readonly string[]): string | null =>
  phones.find((phone) => phoneHref(phone) !== null) ?? null;

/** A number of a facility for a page; null where it has none. */
export function facilityPhone(phone: string | null): FacilityPhone | null {
  const href = phone === null ? null : phoneHref(phone);
  return phone === null || href === null ? null : { shown: phoneShown(phone), href };
}
