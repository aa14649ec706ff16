import { component } from '../../../../ui/layers.css.ts';

/** Scrolled to when it appears, clear of the bars at both edges. */
export const safetyText = component({ scrollMarginBlock: '8rem' });
