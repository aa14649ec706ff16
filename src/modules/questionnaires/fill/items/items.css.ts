import { style } from '@vanilla-extract/css';
import { token } from '../../../../ui/contract.css.ts';
import { component } from '../../../../ui/layers.css.ts';

/** A quiet button aligned with the question's text. */
export const clearAnswer = component({ marginBlock: '-0.375rem', marginInlineStart: `calc(-1 * ${token.space3})` });

/** A text between the questions. */
export const words = component({ fontWeight: token.weightMedium, lineHeight: '1.5', maxInlineSize: '66ch' });

/** A wrapper that only listens and has no box. */
export const contents = style({ display: 'contents' });

/** The picture of a question or an option: below its text, and never wider than the text may be. */
export const picture = component({
  display: 'block',
  maxInlineSize: '100%',
  maxBlockSize: '20rem',
  marginBlockStart: token.space2,
  borderRadius: token.radiusS,
});
