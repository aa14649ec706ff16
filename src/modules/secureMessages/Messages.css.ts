import { paneHead } from '../../records/panes/panes.css.ts';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inForcedColours, inside, oneColumn, onPaper, quietText, wrappingRow } from '../../ui/layers.css.ts';
import { atEnd } from '../../ui/Page.css.ts';
import { markedIn } from '../../ui/markedIn.ts';
import { segmented } from '../../ui/Segmented.css.ts';

/** The only button is beside the title, also on a phone, as long as there is room. */
export const messagesHead = component({});
inside(`.${messagesHead}.${paneHead} .${atEnd}`, {
  '@media': { '(max-width: 61.99em)': { flexBasis: 'auto', marginInlineStart: 'auto' } },
});

export const searchLine = component({ display: 'grid', gap: token.space3, marginBlockEnd: token.space4 });
// The two lists share the width of the pane.
inside(`.${searchLine} .${segmented}`, { display: 'flex' });
inside(`.${searchLine} .${segmented} label`, { flex: '1' });

export const searchStatus = component({ marginBlockEnd: token.space3, color: token.inkMuted, fontSize: token.textS });
inside(`.${searchStatus}:empty`, { marginBlockEnd: '0' });

export const threadRows = component({});
inside(`.${threadRows} > li + li`, { borderBlockStart: `1px solid ${token.line}` });

/** The row's status: an icon and a text. */
export const rowSays = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '0.375rem',
  marginBlockStart: token.space1,
  ...quietText,
  lineHeight: '1.45',
  overflowWrap: 'anywhere',
});
inside(`.${rowSays} .${icon}`, {
  inlineSize: '1.125rem',
  blockSize: '1.125rem',
  marginBlockStart: '0.1em',
  flex: 'none',
});
/** The beginning of a row's newest message. */
export const beginning = component({
  display: 'block',
  overflowWrap: 'anywhere',
  ...quietText,
  lineHeight: '1.45',
});
export const unbroken = component({ whiteSpace: 'nowrap' });

markedIn(`.${rowSays}`);

/** An icon and a sentence. */
export const noted = component({ display: 'flex', alignItems: 'flex-start', gap: token.space2, minInlineSize: '0' });
inside(`.${noted} > .${icon}`, { marginBlockStart: '0.14em', flex: 'none' });
export const foot = component({
  display: 'grid',
  gap: token.space2,
  marginBlockStart: token.space4,
  ...quietText,
  lineHeight: '1.45',
});
export const phone = component({ whiteSpace: 'nowrap' });

/** The head of a conversation. With one pane, the buttons are below the subject. */
export const threadHead = component({});
inside(`.${threadHead} > div`, {
  '@media': {
    '(max-width: 61.99em)': {
      gridRow: 'auto',
      gridColumn: '1 / -1',
      justifyContent: 'start',
      marginInlineStart: `calc(-1 * ${token.space3})`,
    },
  },
});

/** The line above the requests, and what can be asked for below them: the list between them takes the room that is left. */
export const requestCount = component({ flex: 'none', color: token.inkMuted, marginBlockEnd: token.space2 });
export const askElse = component({ flex: 'none', marginBlockStart: token.space4 });
inside(`.${askElse} h2`, { fontSize: token.textL });
// In one line with the links beside it.
inside(`.${askElse} button`, { paddingInline: '0' });

export const requestOfThread = component({ marginBlockEnd: token.space4 });

export const thread = component({ ...oneColumn, gap: token.space6 });
export const messages = component({ ...oneColumn, gap: token.space6 });
export const message = component({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: `${token.space2} ${token.space3}`,
});
onPaper(`.${message}`, { breakInside: 'avoid' });
export const messageHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `0 ${token.space3}`,
  alignSelf: 'center',
  lineHeight: '1.3',
  overflowWrap: 'anywhere',
});
inside(`.${messageHead} time, .${messageHead} span`, { color: token.inkMuted, fontSize: token.textS });
export const messageBody = component({
  gridColumn: '1 / -1',
  padding: `${token.space4} ${token.space5}`,
  borderRadius: token.radiusL,
  borderStartStartRadius: token.radiusS,
  border: `1px solid ${token.line}`,
  background: token.surface,
  overflowWrap: 'anywhere',
  '@media': { '(max-width: 47.99em)': { paddingInline: token.space4 } },
});
onPaper(`.${messageBody}`, { border: '0', padding: '0', background: 'none' });
inForcedColours(`.${messageBody}`, { border: '1px solid CanvasText' });
/** Keeps the writer's line breaks and empty lines. */
export const messageText = component({ whiteSpace: 'pre-line' });
export const ofPatientSide = component({});
inside(`.${ofPatientSide} > .${messageBody}`, { background: token.brandTint, borderColor: 'transparent' });
export const isWaiting = component({});
inside(`.${isWaiting} > .${messageBody}`, {
  background: token.surfaceRaised,
  border: `1.5px dashed ${token.lineControl}`,
});
export const messageState = component({
  gridColumn: '1 / -1',
  ...wrappingRow,
  gap: `${token.space1} ${token.space3}`,
  ...quietText,
  lineHeight: '1.45',
});

export const files = component({ display: 'grid', gap: token.space2 });
inside(`.${messageBody} .${files}`, { marginBlockStart: token.space4 });
export const file = component({
  ...wrappingRow,
  gap: `${token.space2} ${token.space3}`,
  padding: `${token.space2} ${token.space2} ${token.space2} ${token.space3}`,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
  color: token.ink,
});
onPaper(`.${file}`, { breakInside: 'avoid' });
inForcedColours(`.${file}`, { border: '1px solid CanvasText' });
inside(`.${file} > .${icon}`, { color: token.brandText, flex: 'none' });
export const badFile = component({});
inside(`.${file}.${badFile}`, { border: `2px solid ${token.dangerMark}` });
export const fileMain = component({
  flex: '1 1 8rem',
  minInlineSize: '0',
  paddingBlock: '0.25rem',
  lineHeight: '1.35',
  overflowWrap: 'anywhere',
});
export const fileName = component({ display: 'block', fontWeight: token.weightMedium });
export const thumbnail = component({
  inlineSize: '3rem',
  blockSize: '3rem',
  objectFit: 'cover',
  flex: 'none',
  borderRadius: token.radiusS,
  border: `1px solid ${token.line}`,
});
export const notice = component({ marginBlockEnd: token.space4 });
inside(`.${notice}:empty`, { marginBlockEnd: '0' });
