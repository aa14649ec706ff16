import { component, onPaper, surfaceBox } from '../layers.css.ts';

/** Rows fold by its width, because a detail pane is narrower than its window. */
export const frame = component({
  containerType: 'inline-size',
  ...surfaceBox,
  overflow: 'clip',
});
// Paper cannot be pressed, so it always has the columns.
onPaper(`.${frame}`, { containerType: 'normal', border: '0', borderRadius: '0', overflow: 'visible' });
