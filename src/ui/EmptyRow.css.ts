import { token } from './contract.css.ts';
import { component, inside } from './layers.css.ts';

export const emptyRow = component({ columnGap: token.space3 });
inside(`.${emptyRow} h3`, { fontSize: token.textM, letterSpacing: 'normal' });
export const emptyDot = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  flex: 'none',
  borderRadius: '50%',
  background: token.brandTint,
  color: token.brandText,
  border: '1px solid transparent',
});
