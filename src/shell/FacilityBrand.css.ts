import { component } from '../ui/layers.css.ts';

/** A long name breaks into lines and leaves the bar its other things. */
export const roomy = component({ flex: '1 1 7rem' });
