import { style } from '@vanilla-extract/css';
import './layers.css.ts';

export const count = style({
  '@layer': {
    components: {
      display: 'inline-grid',
      placeItems: 'center',
      minInlineSize: '1.375rem',
      blockSize: '1.375rem',
      paddingInline: '0.3125rem',
      borderRadius: 'var(--radius-full)',
      background: 'var(--accent)',
      color: 'var(--on-accent)',
      fontSize: '0.8125rem',
      fontWeight: 'var(--weight-bold)',
      WebkitTextStroke: '0',
      lineHeight: '1',
      fontVariantNumeric: 'tabular-nums',
      border: '1px solid transparent',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText', forcedColorAdjust: 'none' } },
});
