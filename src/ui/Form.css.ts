import { token } from './contract.css.ts';
import { component, oneColumn } from './layers.css.ts';

export const form = component({ ...oneColumn, gap: token.space6 });
