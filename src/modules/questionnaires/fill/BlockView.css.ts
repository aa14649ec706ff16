import { token } from '../../../ui/contract.css.ts';
import { component, oneColumn } from '../../../ui/layers.css.ts';

/** A question that depends on an answer: indented, with a line that leads back to the answer. */
export const follow = component({
  ...oneColumn,
  gap: token.space3,
  borderInlineStart: `4px solid ${token.brandLine}`,
  paddingInlineStart: token.space4,
});
