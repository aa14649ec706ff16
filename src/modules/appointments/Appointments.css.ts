import { style } from '@vanilla-extract/css';
import { token } from '../../ui/contract.css.ts';
import { component } from '../../ui/layers.css.ts';

export const cellLinks = style({
  '@layer': {
    components: { display: 'block', whiteSpace: 'nowrap' },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});

/** For a cancelled visit, whose status says so in words. */
export const struck = component({
  color: token.inkMuted,
  textDecoration: 'line-through',
  textDecorationThickness: '1px',
});
