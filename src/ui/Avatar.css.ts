import { token } from './contract.css.ts';
import { component } from './layers.css.ts';

export const avatar = component({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  borderRadius: token.radiusFull,
  // Only visible when the reader's own colours are forced.
  border: '1px solid transparent',
  background: token.brandTintStrong,
  color: token.brandText,
  fontSize: token.textS,
  fontWeight: token.weightSemibold,
});
export const avatarS = component({ inlineSize: '2rem', blockSize: '2rem', fontSize: '0.8125rem' });
export const avatarWarm = component({ background: token.accentTint, color: token.ink });
