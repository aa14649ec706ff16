import { component } from '../../ui/layers.css.ts';

/** A long name breaks into lines and leaves the bar its other things; they give way to its longest word. */
export const roomy = component({ flex: '1 1 7rem', minInlineSize: 'min-content', maxInlineSize: '100%' });
