import { token } from '../../ui/contract.css.ts';
import { style } from '@vanilla-extract/css';
import { component } from '../../ui/layers.css.ts';

/**
 * A stretch far from the window is only used by the browser's search. It has several items, because the browser watches each stretch
 * separately.
 */
export const offscreen = style({
  '@layer': {
    components: { contentVisibility: 'auto' },
    print: { '@media': { print: { contentVisibility: 'visible' } } },
  },
});

export const cards = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space4 });
