import { token } from '../contract.css.ts';
import { component, onPaper } from '../layers.css.ts';

/** Rows fold by its width, because a detail pane is narrower than its window. */
export const frame = component({
  containerType: 'inline-size',
  background: token.surface,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  overflow: 'clip',
});
// Paper cannot be pressed, so it always has the columns.
onPaper(`.${frame}`, { containerType: 'normal', border: '0', borderRadius: '0', overflow: 'visible' });
