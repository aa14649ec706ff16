import { button } from './Button.css.ts';
import { token } from './contract.css.ts';
import { inForcedColours, insideKiosk, kioskComponent } from './layers.css.ts';

export const kioskCard = kioskComponent({
  background: token.surfaceRaised,
  color: token.ink,
  border: '1px solid transparent',
  borderRadius: `calc(${token.radiusXl} * 1.3)`,
  padding: `${token.space10} ${token.space12}`,
  display: 'grid',
  justifyItems: 'center',
  gap: token.space5,
  boxShadow: token.elevation3,
  inlineSize: 'min(46rem, 100%)',
});
inForcedColours(`.${kioskCard}`, { border: '1px solid CanvasText' });

export const kioskActions = kioskComponent({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: token.space4,
  inlineSize: '100%',
  marginBlockStart: token.space3,
  '@media': { '(max-width: 43.7em)': { gridTemplateColumns: '1fr' } },
});

insideKiosk(`.${kioskCard} > p`, { fontSize: token.textL, lineHeight: '1.4' });

insideKiosk(`.${kioskCard} p`, { color: token.inkMuted, textAlign: 'center' });

insideKiosk(`.${kioskActions} .${button}`, { minBlockSize: '5.5rem', fontSize: token.textL });
