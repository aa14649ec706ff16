import { token } from './contract.css.ts';
import { component } from './layers.css.ts';

export const dot = component({
  inlineSize: '0.625rem',
  blockSize: '0.625rem',
  borderRadius: '50%',
  background: token.brandMark,
  flex: 'none',
  border: '1px solid transparent',
});
