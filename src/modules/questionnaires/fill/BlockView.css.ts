import { token } from '../../../ui/contract.css.ts';
import { component } from '../../../ui/layers.css.ts';

/** A question that depends on an answer: indented, with a line that leads back to the answer. */
export const follow = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: token.space3,
  borderInlineStart: `4px solid ${token.brandLine}`,
  paddingInlineStart: token.space4,
});
