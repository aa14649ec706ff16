import { token } from '../contract.css.ts';
import { component, wrappingRow } from '../layers.css.ts';

export const paging = component({
  ...wrappingRow,
  justifyContent: 'space-between',
  gap: token.space3,
  paddingBlock: token.space4,
  fontSize: token.textS,
  fontVariantNumeric: 'tabular-nums',
});
