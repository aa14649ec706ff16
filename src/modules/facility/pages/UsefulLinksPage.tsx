import { prefetchText } from './prefetchText.ts';

export { UsefulLinks as Page } from '../UsefulLinks.tsx';

export const load = (): void => prefetchText('usefulLinksContent');
