import { style } from '@vanilla-extract/css';

/** A wrapper that only listens and has no box. */
export const contents = style({ display: 'contents' });
