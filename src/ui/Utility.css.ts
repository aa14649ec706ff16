import { style } from '@vanilla-extract/css';
import './layers.css.ts';

export const utility = style({
  '@layer': {
    components: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 'var(--space-2)',
      minBlockSize: 'var(--target)',
      paddingInline: 'var(--space-3)',
      border: '0',
      borderRadius: 'var(--radius-m)',
      background: 'none',
      color: 'var(--ink-muted)',
      textDecoration: 'none',
      fontSize: 'var(--text-s)',
      fontWeight: 'var(--weight-medium)',
      cursor: 'pointer',
      whiteSpace: 'nowrap',
      selectors: { '&[data-going]': { background: 'var(--surface-hover)', color: 'var(--ink)' } },
      '@media': {
        '(hover: hover)': { selectors: { '&:hover': { background: 'var(--surface-hover)', color: 'var(--ink)' } } },
      },
    },
    kiosk: {
      selectors: {
        '[data-surface="kiosk"] &': { minBlockSize: 'var(--target)', fontSize: 'var(--text-m)', paddingInline: 'var(--space-4)' },
      },
    },
  },
});
