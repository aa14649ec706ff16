import { getFacilityText, listFacilityContacts } from '@portal/api';
import { loadFacility } from '../../data/facility.ts';
import { fetchCall } from '../../data/fetchCall.ts';
import { hasCapability } from '../../data/profile.ts';
import { currentSession } from '../../data/session.ts';
import { words } from '../../words/index.ts';

/** Loads the facility's contacts once, to be stored like all else about the facility, so that their page opens offline. */
export async function keepContacts(): Promise<void> {
  if (!hasCapability('ContactUs') || currentSession()?.mode !== 'online') return;
  const { facilityId } = await loadFacility();
  const query = { language: words().language };
  await Promise.allSettled([
    fetchCall(listFacilityContacts, { params: { facilityId }, query }),
    fetchCall(getFacilityText, { params: { contentKey: 'ContactUsHeading', facilityId }, query }),
  ]);
}
