import { token } from '../../ui/contract.css.ts';
import { style } from '@vanilla-extract/css';
import { component } from '../../ui/layers.css.ts';

/** Stretches far from the window take part in nothing but the browser's search. Several items together: the browser watches each by itself. */
export const offscreen = style({
  '@layer': {
    components: { contentVisibility: 'auto' },
    print: { '@media': { print: { contentVisibility: 'visible' } } },
  },
});

/** Cards of a list, one below the other. */
export const cards = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space4 });
