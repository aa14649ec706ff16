import { token } from './contract.css.ts';
import { component, inside } from './layers.css.ts';

export const qrCode = component({
  inlineSize: 'min(18rem, 100%)',
  background: '#fff',
  forcedColorAdjust: 'none',
  borderRadius: token.radiusS,
});
inside(`.${qrCode} path`, { fill: '#000' });
