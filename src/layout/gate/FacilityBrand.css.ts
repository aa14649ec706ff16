import { component } from '../../ui/layers.css.ts';

/** A long name wraps rather than squeeze the other parts of the bar; they yield only to its longest word. */
export const roomy = component({ flex: '1 1 7rem', minInlineSize: 'min-content', maxInlineSize: '100%' });
