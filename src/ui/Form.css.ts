import { token } from './contract.css.ts';
import { component } from './layers.css.ts';

export const form = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: token.space6 });
