import { style } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import '../../src/ui/layers.css.ts';

/** A list with what stands before and after it. */
export const stacked = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: token.space5,
      marginBlockStart: token.space4,
    },
  },
});

/** What is as wide as its words, at the end of its place. */
export const atEnd = style({ '@layer': { kiosk: { justifySelf: 'end' } } });

/** The result in the middle. */
export const result = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: token.space4,
      inlineSize: '100%',
      maxInlineSize: '46rem',
      marginInline: 'auto',
    },
  },
});
