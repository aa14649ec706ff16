import { token } from '../contract.css.ts';
import { component } from '../layers.css.ts';

export const paging = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: token.space3,
  paddingBlock: token.space4,
  fontSize: token.textS,
  fontVariantNumeric: 'tabular-nums',
});
