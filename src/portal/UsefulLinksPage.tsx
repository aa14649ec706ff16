import { prefetchText } from './facilityPages.ts';

export { UsefulLinks as Page } from '../features/facility/UsefulLinks.tsx';

export const load = (): void => prefetchText('usefulLinksContent');
