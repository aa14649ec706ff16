import type { ReactNode } from 'react';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import { TextLink } from '../../ui/TextLink.tsx';

/** The number to call after a sentence that says to call; nothing where none is known. */
export function FacilityNumber(): ReactNode {
  const phone = useFacilityPhone();
  return phone === null ? null : (
    <TextLink standalone href={phone.href}>
      {phone.shown}
    </TextLink>
  );
}
