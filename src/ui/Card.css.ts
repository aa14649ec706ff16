import { token } from './contract.css.ts';
import { centredRow, component, inForcedColours, inside, onPaper } from './layers.css.ts';

export const card = component({
  background: token.surface,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  // With large text, the padding shrinks to leave room for the text.
  padding: `min(${token.space5}, 6.25vw)`,
  '@media': { '(min-width: 48em)': { padding: token.space6 } },
});
onPaper(`.${card}`, { border: '0', padding: '0', boxShadow: 'none', background: 'none', breakInside: 'avoid' });
inForcedColours(`.${card}`, { border: '1px solid CanvasText' });

inside(`.${card} + .${card}`, { marginBlockStart: token.space4 });

export const flush = component({ padding: '0', overflow: 'clip', '@media': { '(min-width: 48em)': { padding: '0' } } });

export const cardTitle = component({
  fontSize: token.textL,
  ...centredRow,
  gap: token.space3,
  marginBlockEnd: token.space4,
});
