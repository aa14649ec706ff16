import { token } from '../../ui/contract.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

export const here = component({ display: 'grid', gap: token.space3 });
inside(`.${here} > div:empty`, { display: 'none' });
