import { style } from '@vanilla-extract/css';
import '../../ui/layers.css.ts';

export const updateBar = style({
  '@layer': {
    components: { background: 'var(--info-tint)', color: 'var(--info-text)' },
    print: { '@media': { print: { display: 'none' } } },
  },
});

export const updateBarIn = style({
  '@layer': {
    components: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: 'var(--space-2) var(--space-4)',
      maxInlineSize: 'calc(var(--page-max) + 2 * var(--page-gutter))',
      marginInline: 'auto',
      padding: 'var(--space-2) var(--page-gutter)',
      fontSize: 'var(--text-s)',
    },
  },
});
