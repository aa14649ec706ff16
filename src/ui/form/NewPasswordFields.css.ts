import { component } from '../layers.css.ts';

export const rules = component({ display: 'grid', gap: 'var(--space-1)', marginBlockStart: 'var(--space-1)' });
export const rule = component({ display: 'flex', alignItems: 'flex-start', gap: 'var(--space-2)' });
export const ruleMet = component({ color: 'var(--success-text)' });
