import { component } from '../../ui/layers.css.ts';

/** There from the start, to be heard; takes no room while it says nothing. */
export const spoken = component({ display: 'contents' });
