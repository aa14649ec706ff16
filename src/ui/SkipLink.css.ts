import { style } from '@vanilla-extract/css';
import './layers.css.ts';

export const skipLink = style({
  '@layer': {
    components: {
      position: 'fixed',
      display: 'inline-flex',
      alignItems: 'center',
      minBlockSize: 'var(--target)',
      insetBlockStart: 'var(--space-3)',
      insetInlineStart: 'var(--space-3)',
      zIndex: 'var(--z-skip)',
      padding: 'var(--space-3) var(--space-5)',
      background: 'var(--ink)',
      color: 'var(--canvas)',
      borderRadius: 'var(--radius-m)',
      fontWeight: 'var(--weight-semibold)',
      transform: 'translateY(-200%)',
      selectors: { '&:focus-visible': { transform: 'none' } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});
