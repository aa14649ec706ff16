import { listDownloadableForms } from '@portal/api';
import { queryFor } from '../data/query.ts';
import { prefetch } from './facilityPages.ts';

export { DownloadForms as Page } from '../features/facility/DownloadForms.tsx';

export const load = (): void => prefetch((facilityId, language) => queryFor(listDownloadableForms, { params: { facilityId }, query: { language } }));
