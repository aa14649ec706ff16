import { component } from '../ui/layers.css.ts';

export const languageLinks = component({ display: 'flex', flexWrap: 'wrap', gap: '0 var(--space-5)' });
