import { style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const steps = component({ display: 'flex', gap: 'var(--space-3)', counterReset: 'step' });

export const isDone = style({});

inside(`.${steps} li`, {
  counterIncrement: 'step',
  flex: '1',
  display: 'grid',
  gap: 'var(--space-2)',
  fontSize: 'var(--text-s)',
  color: 'var(--ink-muted)',
  lineHeight: '1.3',
});

inside(`.${steps} li::before`, {
  content: '""',
  blockSize: '0.375rem',
  borderRadius: 'var(--radius-full)',
  background: 'var(--line-strong)',
  border: '1px solid transparent',
});

inside(`.${steps} li.${isDone}::before, .${steps} li[aria-current="step"]::before`, { background: 'var(--brand-mark)', forcedColorAdjust: 'none' });

inside(`.${steps} li[aria-current="step"]`, { color: 'var(--ink)', fontWeight: 'var(--weight-semibold)' });
