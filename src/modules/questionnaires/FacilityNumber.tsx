import type { ReactNode } from 'react';
import { config } from '../../data/config.ts';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import { TextLink } from '../../ui/TextLink.tsx';

/** The number after a sentence that says to call; nothing where none is known. */
export function FacilityNumber(): ReactNode {
  const phone = useFacilityPhone();
  if (phone === null) return null;
  // No link leads out of a kiosk.
  return config().surface === 'kiosk' ? (
    <span>{phone.shown}</span>
  ) : (
    <TextLink standalone href={phone.href}>
      {phone.shown}
    </TextLink>
  );
}
