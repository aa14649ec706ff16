import { style } from '@vanilla-extract/css';
import { count } from './Count.css.ts';
import { inside } from './layers.css.ts';

export const iconButton = style({
  '@layer': {
    components: {
      position: 'relative',
      display: 'inline-grid',
      placeItems: 'center',
      inlineSize: 'var(--control-icon)',
      blockSize: 'var(--control-icon)',
      border: '0',
      borderRadius: 'var(--radius-m)',
      background: 'none',
      color: 'var(--ink)',
      cursor: 'pointer',
      textDecoration: 'none',
      flex: 'none',
      selectors: { '&[aria-current="page"], &[data-going]': { background: 'var(--brand-tint-strong)', color: 'var(--brand-text)' } },
      '@media': { '(hover: hover)': { selectors: { '&:hover': { background: 'var(--surface-hover)' } } } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});

inside(`.${iconButton} .${count}`, {
  position: 'absolute',
  insetBlockStart: '0.1875rem',
  insetInlineEnd: '-0.0625rem',
  boxShadow: '0 0 0 2px var(--surface-raised)',
  minInlineSize: 'min(1.25rem, 22px)',
  blockSize: 'min(1.25rem, 22px)',
  fontSize: 'min(0.8125rem, 14px)',
});
