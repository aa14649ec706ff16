import { listFaqs } from '@portal/api';
import { queryFor } from '../data/query.ts';
import { prefetch } from './facilityPages.ts';

export { Faqs as Page } from '../features/facility/Faqs.tsx';

export const load = (): void => prefetch((facilityId, language) => queryFor(listFaqs, { params: { facilityId }, query: { language } }));
