import { component, inside } from '../ui/layers.css.ts';

export const languageLinks = component({ display: 'flex', flexWrap: 'wrap', gap: '0 var(--space-5)' });

inside(`.${languageLinks} a`, { minInlineSize: 'var(--target)' });
