import { FacilityId, listFacilityContacts, phoneHref, phoneShown } from '@portal/api';
import * as v from 'valibot';
import { useFacility } from '../data/facility.ts';
import { useCall } from '../data/query/query.ts';
import { useWords } from '../words/index.ts';

/** A telephone number: its text, and what a press on it dials. */
interface FacilityPhone {
  readonly shown: string;
  readonly href: string;
}

/** A placeholder while the facility is not loaded; no request is made with it. */
const noFacility = v.parse(FacilityId, 1);

/**
 * The first number of a facility that can be dialled; null where none is known. The facility gives it itself, also to people who came by a
 * link and may not ask for its contacts; where its server does not, the contacts are loaded.
 */
export function useFacilityPhone(): FacilityPhone | null {
  const facility = useFacility();
  const { language } = useWords();
  const { data } = useCall(
    listFacilityContacts,
    { params: { facilityId: facility?.facilityId ?? noFacility }, query: { language } },
    { enabled: facility !== null && facility.phone === null },
  );
  const inOrder = (data ?? []).toSorted((one, other) => one.sortOrder - other.sortOrder);
  for (const phone of [facility?.phone ?? null, ...inOrder.map((contact) => contact.phone)]) {
    const href = phone === null ? null : phoneHref(phone);
    if (phone !== null && href !== null) return { shown: phoneShown(phone), href };
  }
  return null;
}
