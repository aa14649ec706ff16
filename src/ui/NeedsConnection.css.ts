import { component } from './layers.css.ts';

/** A live region must exist before its text does, to be announced. It takes no space while it is empty. */
export const spoken = component({ display: 'contents' });
