import { style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const emptyState = component({
  display: 'grid',
  justifyItems: 'center',
  gap: 'var(--space-2)',
  padding: 'var(--space-12) var(--space-5)',
  textAlign: 'center',
});

export const emptyIcon = style({
  '@layer': {
    components: {
      display: 'grid',
      placeItems: 'center',
      inlineSize: '4.5rem',
      blockSize: '4.5rem',
      borderRadius: '50%',
      background: 'var(--brand-tint)',
      color: 'var(--brand-text)',
      marginBlockEnd: 'var(--space-3)',
      border: '1px solid transparent',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

inside(`.${emptyState} p`, { color: 'var(--ink-muted)' });
