import { style } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import '../../src/ui/layers.css.ts';

/** The list and the form below each other, no wider than a name needs. */
export const passkeyStack = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: token.space5,
      maxInlineSize: '46rem',
      marginBlockStart: token.space4,
    },
  },
});
