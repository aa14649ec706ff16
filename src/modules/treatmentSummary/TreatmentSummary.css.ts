import { dot } from '../../ui/Dot.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

/** What the dot means, below the title. */
export const legend = component({ whiteSpace: 'nowrap' });
inside(`.${legend} .${dot}`, { display: 'inline-block', marginInline: '0.125rem 0.25rem' });
inside(`.${legend}`, { '@media': { '(max-width: 30em)': { whiteSpace: 'normal' } } });
