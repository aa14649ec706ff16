import { listFaqs } from '@portal/api';
import { queryFor } from '../../../data/query/query.ts';
import { prefetch } from './prefetchText.ts';

export { Faqs as Page } from '../Faqs.tsx';

export const load = (): void =>
  prefetch((facilityId, language) => queryFor(listFaqs, { params: { facilityId }, query: { language } }));
