import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import {
  component,
  hiddenButRead,
  inForcedColours,
  inside,
  oneColumn,
  onPaper,
  wrappingRow,
} from '../../ui/layers.css.ts';

/** Who answers, how soon, and what to do in an emergency. It is always shown, so it has no alarm colour. */
export const who = component({
  display: 'grid',
  gap: token.space3,
  padding: `${token.space4} ${token.space5}`,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  background: token.surfaceSunken,
  fontSize: token.textS,
  lineHeight: '1.45',
});
onPaper(`.${who}`, { display: 'none !important' });
inForcedColours(`.${who}`, { border: '1px solid CanvasText' });
inside(`.${who} li`, { display: 'flex', alignItems: 'flex-start', gap: token.space3 });
inside(`.${who} .${icon}`, { marginBlockStart: '0.1em', flex: 'none', color: token.inkMuted });
export const whoUrgent = component({});
inside(`.${who} .${whoUrgent}`, { fontWeight: token.weightMedium });
inside(`.${who} * + .${whoUrgent}`, {
  paddingBlockStart: token.space3,
  borderBlockStart: `1px solid ${token.lineStrong}`,
});
inside(`.${who} .${whoUrgent} .${icon}`, { color: token.ink });

export const replyPart = component({ ...oneColumn, gap: token.space4 });
onPaper(`.${replyPart}`, { display: 'none !important' });
export const reply = component({
  ...oneColumn,
  gap: token.space3,
  padding: token.space5,
  background: token.surfaceRaised,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusL,
  '@media': { '(max-width: 47.99em)': { padding: token.space4 } },
});
export const buttons = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: token.space3 });
export const sendRow = component({
  ...wrappingRow,
  gap: token.space3,
  paddingBlockStart: token.space3,
  borderBlockStart: `1px solid ${token.line}`,
});
/** The browser's own control is never shown: a button opens it. */
export const picker = component({ ...hiddenButRead, opacity: '0' });
export const filesField = component({ position: 'relative', ...oneColumn, gap: token.space2 });
export const compose = component({ ...oneColumn, gap: token.space6 });
/** A message about the draft. While it is empty it takes no room, but stays in the document as a live region. */
export const draftNote = component({ marginBlockEnd: token.space4 });
inside(`.${draftNote}:empty`, { marginBlockEnd: '0' });
export const otherText = component({
  paddingInlineStart: token.space4,
  borderInlineStart: `4px solid ${token.lineStrong}`,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  maxBlockSize: '12rem',
  overflow: 'auto',
  position: 'relative',
});
export const hintList = component({ display: 'grid', gap: token.space1, marginBlockStart: token.space3 });
export const frame = component({ minBlockSize: '100dvh', display: 'flex', flexDirection: 'column' });
inside(`.${frame} > main`, { flex: '1', inlineSize: '100%' });
