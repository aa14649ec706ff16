import { token } from './contract.css.ts';
import { component, inForcedColours, inside } from './layers.css.ts';

export const emptyState = component({
  display: 'grid',
  justifyItems: 'center',
  gap: token.space2,
  padding: `${token.space12} min(${token.space5}, 5vw)`,
  textAlign: 'center',
});

export const emptyIcon = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '4.5rem',
  blockSize: '4.5rem',
  borderRadius: '50%',
  background: token.brandTint,
  color: token.brandText,
  marginBlockEnd: token.space3,
  border: '1px solid transparent',
});
inForcedColours(`.${emptyIcon}`, { border: '1px solid CanvasText' });

inside(`.${emptyState} p`, { color: token.inkMuted });
