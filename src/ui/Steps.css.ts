import { component, inside } from './layers.css.ts';

export const steps = component({ display: 'flex', flexWrap: 'wrap', gap: 'var(--space-3)' });

inside(`.${steps} li`, { flex: '1 1 5rem', display: 'grid', alignContent: 'start', gap: 'var(--space-2)', minInlineSize: '0', fontSize: 'var(--text-s)', color: 'var(--ink-muted)', lineHeight: '1.3', overflowWrap: 'anywhere' });

inside(`.${steps} li::before`, { content: '""', blockSize: '0.375rem', borderRadius: 'var(--radius-full)', background: 'var(--line-strong)', border: '1px solid transparent' });

inside(`.${steps} li[data-reached]::before`, { background: 'var(--brand-mark)', forcedColorAdjust: 'none' });

inside(`.${steps} li[aria-current="step"]`, { color: 'var(--ink)', fontWeight: 'var(--weight-semibold)' });
