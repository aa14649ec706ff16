import { token } from '../../ui/contract.css.ts';
import { component, onPaper, oneColumn } from '../../ui/layers.css.ts';

/**
 * A stretch far from the window is only used by the browser's search. It has several items, because the browser watches each stretch
 * separately.
 */
export const offscreen = component({ contentVisibility: 'auto' });
onPaper(`.${offscreen}`, { contentVisibility: 'visible' });

export const cards = component({ ...oneColumn, gap: token.space4 });
