import { component } from '../../ui/layers.css.ts';

export const copyAge = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', marginBlockEnd: 'var(--space-4)' });

export const notes = component({ display: 'grid', gap: 'var(--space-2)', marginBlockStart: 'var(--space-6)', color: 'var(--ink-muted)', fontSize: 'var(--text-s)' });

export const note = component({ display: 'flex', alignItems: 'flex-start', gap: 'var(--space-2)' });

export const sub = component({ display: 'block', color: 'var(--ink-muted)', fontWeight: 'var(--weight-regular)', fontSize: 'var(--text-s)' });
