import { style } from '@vanilla-extract/css';
import { token } from '../../../../ui/contract.css.ts';
import { component } from '../../../../ui/layers.css.ts';

/** A quiet button that stands in line with the question's words. */
export const clearAnswer = component({
  marginBlock: '-0.375rem',
  marginInlineStart: `calc(-1 * ${token.space3})`,
});

/** A wrapper that only listens and has no box. */
export const contents = style({ display: 'contents' });
