import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { atKiosk, inForcedColours, kioskComponent } from './layers.css.ts';

export const seal = kioskComponent({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '7.5rem',
  blockSize: '7.5rem',
  borderRadius: '50%',
  background: token.accentOnDeep,
  color: token.onAccent,
  border: '1px solid transparent',
});
inForcedColours(`.${seal}`, { border: '1px solid CanvasText' });

atKiosk(`.${seal} .${icon}`, { inlineSize: '4rem', blockSize: '4rem', strokeWidth: '2.25' });
