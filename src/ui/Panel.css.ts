import { style } from '@vanilla-extract/css';
import { inside } from './layers.css.ts';

export const panel = style({
  '@layer': {
    components: {
      position: 'relative',
      overflow: 'clip',
      isolation: 'isolate',
      display: 'grid',
      gap: 'var(--space-4)',
      padding: 'var(--space-6) var(--space-5)',
      borderRadius: 'var(--radius-l)',
      border: '1px solid var(--brand-line)',
      background: 'var(--brand-tint)',
      justifyItems: 'start',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

inside(`.${panel} p`, { color: 'var(--ink-muted)' });
