import { token } from '../../../ui/contract.css.ts';
import { component } from '../../../ui/layers.css.ts';

/** What hangs on an answer: a step in, with a line that leads back to it. */
export const follow = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: token.space3,
  borderInlineStart: `4px solid ${token.brandLine}`,
  paddingInlineStart: token.space4,
});
