import { token } from './contract.css.ts';
import { component, onPaper } from './layers.css.ts';

export const skipLink = component({
  position: 'fixed',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  insetBlockStart: token.space3,
  insetInlineStart: token.space3,
  zIndex: token.zSkip,
  padding: `${token.space3} ${token.space5}`,
  background: token.ink,
  color: token.canvas,
  borderRadius: token.radiusM,
  fontWeight: token.weightSemibold,
  transform: 'translateY(-200%)',
  selectors: { '&:focus-visible': { transform: 'none' } },
});
onPaper(`.${skipLink}`, { display: 'none !important' });
