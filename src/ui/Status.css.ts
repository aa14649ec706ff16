import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { component, inside } from './layers.css.ts';

export const status = component({ display: 'inline-flex', alignItems: 'center', gap: token.space2 });

export const noted = component({ display: 'flex', alignItems: 'flex-start', gap: token.space2 });

inside(`.${noted} .${icon}`, { marginBlockStart: '0.14em' });
