import { component } from '../../ui/layers.css.ts';

/** A long name wraps instead of shrinking the other parts of the bar, which yield only to its longest word. */
export const roomy = component({ flex: '1 1 7rem', minInlineSize: 'min-content', maxInlineSize: '100%' });
