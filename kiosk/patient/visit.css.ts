import { style } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import '../../src/ui/layers.css.ts';

/** A list with the texts before and after it. */
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

/** An element as wide as its text, at the end of its row. */
export const atEnd = style({ '@layer': { kiosk: { justifySelf: 'end' } } });

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
