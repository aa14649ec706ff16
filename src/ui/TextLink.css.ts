import { token } from './contract.css.ts';
import { component } from './layers.css.ts';

export const linkMore = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space1,
  minBlockSize: token.target,
  minInlineSize: token.target,
  fontWeight: token.weightMedium,
  fontSize: token.textS,
});
