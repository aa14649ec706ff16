import { component, inside } from '../../ui/layers.css.ts';

export const reviewTop = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 'var(--space-2) var(--space-4)', marginBlockEnd: 'var(--space-4)' });
export const reviewHead = component({ display: 'grid', gap: 'var(--space-2)', marginBlockEnd: 'var(--space-6)', color: 'var(--ink-muted)' });

inside(`.${reviewHead} h1`, { color: 'var(--ink)' });
