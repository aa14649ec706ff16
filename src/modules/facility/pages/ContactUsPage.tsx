import { listFacilityContacts } from '@portal/api';
import { queryFor } from '../../../data/query/query.ts';
import { prefetch, prefetchText } from './prefetchText.ts';

export { ContactUs as Page } from '../ContactUs.tsx';

export function load(): void {
  prefetchText('ContactUsHeading');
  prefetch((facilityId, language) => queryFor(listFacilityContacts, { params: { facilityId }, query: { language } }));
}
