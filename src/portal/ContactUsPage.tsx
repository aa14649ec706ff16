import { listFacilityContacts } from '@portal/api';
import { queryFor } from '../data/query.ts';
import { prefetch, prefetchText } from './facilityPages.ts';

export { ContactUs as Page } from '../features/facility/ContactUs.tsx';

export function load(): void {
  prefetchText('ContactUsHeading');
  prefetch((facilityId, language) => queryFor(listFacilityContacts, { params: { facilityId }, query: { language } }));
}
