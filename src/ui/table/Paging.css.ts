import { token } from '../contract.css.ts';
import { component, spreadRow } from '../layers.css.ts';

export const paging = component({
  ...spreadRow,
  gap: token.space3,
  paddingBlock: token.space4,
  fontSize: token.textS,
  fontVariantNumeric: 'tabular-nums',
});
