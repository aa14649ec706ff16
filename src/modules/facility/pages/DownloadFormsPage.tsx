import { listDownloadableForms } from '@portal/api';
import { queryFor } from '../../../data/query/query.ts';
import { prefetch } from './prefetchText.ts';

export { DownloadForms as Page } from '../DownloadForms.tsx';

export const load = (): void =>
  prefetch((facilityId, language) => queryFor(listDownloadableForms, { params: { facilityId }, query: { language } }));
