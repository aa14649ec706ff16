import { token } from '../../ui/contract.css.ts';
import { style } from '@vanilla-extract/css';
import { component } from '../../ui/layers.css.ts';

/**
 * Stretches far from the window take part only in the browser's search. Several items share one, because the browser watches each stretch
 * by itself.
 */
export const offscreen = style({
  '@layer': {
    components: { contentVisibility: 'auto' },
    print: { '@media': { print: { contentVisibility: 'visible' } } },
  },
});

/** Cards of a list, one below the other. */
export const cards = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space4 });
