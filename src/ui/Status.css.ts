import { icon } from './Icon.css.ts';
import { component, inside } from './layers.css.ts';

export const status = component({ display: 'inline-flex', alignItems: 'center', gap: 'var(--space-2)' });

export const noted = component({ display: 'flex', alignItems: 'flex-start', gap: 'var(--space-2)' });

inside(`.${noted} .${icon}`, { marginBlockStart: '0.14em' });
