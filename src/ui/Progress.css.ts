import { globalStyle, style } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

export const progress = component({ display: 'grid', gap: '0.375rem' });

export const progressTrack = style({
  '@layer': {
    components: {
      blockSize: '0.5rem',
      borderRadius: 'var(--radius-full)',
      background: 'var(--line)',
      overflow: 'clip',
      border: '1px solid transparent',
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { blockSize: '0.75rem' } } },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText', background: 'Canvas' } },
});

export const progressLabel = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--space-3)',
  fontSize: 'var(--text-s)',
  color: 'var(--ink-muted)',
  maxInlineSize: 'none',
  fontVariantNumeric: 'tabular-nums',
});

globalStyle(`.${progressTrack} > i`, {
  '@layer': {
    components: {
      display: 'block',
      blockSize: '100%',
      inlineSize: 'var(--done, 0%)',
      borderRadius: 'inherit',
      background: 'var(--brand-mark)',
      transition: 'inline-size var(--motion-slow) var(--ease-out)',
      forcedColorAdjust: 'none',
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none', background: 'Highlight' } },
});
