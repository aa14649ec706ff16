import { style } from '@vanilla-extract/css';
import { component, inside } from '../../ui/layers.css.ts';

export const scoring = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-5)' });
export const scoringHead = component({ display: 'grid', justifyItems: 'center', textAlign: 'center', gap: 'var(--space-3)', paddingBlock: 'var(--space-6)', color: 'var(--ink-muted)' });
export const scoreName = component({ fontSize: 'var(--text-m)', color: 'var(--ink-muted)', letterSpacing: '0' });
export const scoreValue = component({ fontSize: 'var(--text-3xl)', fontWeight: 'var(--weight-semibold)', lineHeight: '1.2', fontVariantNumeric: 'tabular-nums', color: 'var(--ink)' });
export const scoreMessage = component({ marginBlockStart: 'var(--space-3)' });
export const screenOnly = style({ '@layer': { print: { '@media': { print: { display: 'none !important' } } } } });

export const scoringMark = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '4.5rem',
  blockSize: '4.5rem',
  borderRadius: '50%',
  border: '1px solid transparent',
  background: 'var(--accent)',
  color: 'var(--on-accent)',
});

inside(`.${scoringHead} h1`, { color: 'var(--ink)' });
