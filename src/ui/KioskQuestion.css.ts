import { brandMark } from './Brand.css.ts';
import { button } from './Button.css.ts';
import { choice, row, wide, words } from './Choices.css.ts';
import { token } from './contract.css.ts';
import { question, questionLabel } from './FieldParts.css.ts';
import { atKiosk, insideKiosk, kioskComponent, oneColumn, wrappingRow } from './layers.css.ts';
import { utility } from './Utility.css.ts';

export const kioskQuestion = kioskComponent({
  display: 'grid',
  gridTemplateRows: 'auto 1fr auto',
  // No part may be wider than the tablet, however large the text is.
  gridTemplateColumns: 'minmax(0, 1fr)',
  minBlockSize: '100dvh',
});

export const questionHead = kioskComponent({
  padding: `${token.space5} ${token.pageGutter} ${token.space4}`,
  ...oneColumn,
  gap: token.space4,
});

export const headRow = kioskComponent({
  ...wrappingRow,
  gap: `${token.space2} ${token.space5}`,
});

export const questionMain = kioskComponent({
  alignSelf: 'center',
  inlineSize: '100%',
  maxInlineSize: '62rem',
  marginInline: 'auto',
  padding: `${token.space4} ${token.pageGutter}`,
});

/** Declared after `questionMain`, whose position and width it changes. */
export const listMain = kioskComponent({ alignSelf: 'start', maxInlineSize: '68rem', paddingBlockEnd: token.space8 });

/** With large text on a small screen, a fixed bar would hide the content above it. */
const roomy = '(min-height: 30.01em)';

export const questionFoot = kioskComponent({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: token.space5,
  alignItems: 'center',
  padding: `${token.space4} ${token.pageGutter}`,
  background: token.surfaceRaised,
  borderBlockStart: `1px solid ${token.line}`,
  '@media': { [roomy]: { position: 'sticky', insetBlockEnd: '0', zIndex: '1' } },
});

/** Marks the end of the screen's content. */
export const mainEnd = kioskComponent({ blockSize: '1px' });

/** Says that there is more content, at the edge of the bar that hides it. */
export const moreBelow = kioskComponent({
  display: 'none',
  '@media': { [roomy]: { display: 'inline-flex' } },
  position: 'absolute',
  insetBlockEnd: '100%',
  insetInlineStart: '50%',
  translate: '-50% 50%',
  alignItems: 'center',
  gap: token.space2,
  padding: `${token.space1} ${token.space4}`,
  whiteSpace: 'nowrap',
  color: token.ink,
  background: token.surfaceRaised,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusFull,
  pointerEvents: 'none',
});

// On a narrow tablet with large text, language and name wrap instead of widening the page.
insideKiosk(`.${headRow} > *`, { maxInlineSize: '100%' });
atKiosk(`.${headRow} .${utility}`, {
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  textAlign: 'start',
  paddingInline: `min(${token.space4}, 2vw)`,
  gap: `min(${token.space2}, 1vw)`,
});

insideKiosk(`.${headRow} .${brandMark}`, { inlineSize: '3rem', blockSize: '3rem' });

insideKiosk(`.${questionMain} .${question}`, { gap: token.space5 });

insideKiosk(`.${questionMain} .${question} > .${questionLabel}`, {
  fontSize: token.text2xl,
  lineHeight: '1.2',
  letterSpacing: token.trackingTitle,
});

insideKiosk(`.${questionMain} .${choice}`, {
  minBlockSize: '6rem',
  padding: `${token.space4} ${token.space6}`,
  gap: token.space5,
  fontSize: token.textL,
  borderWidth: '2px',
});

insideKiosk(`.${questionMain} .${words}::before`, { inset: '-2px', borderWidth: '2px' });

insideKiosk(`.${questionFoot} .${button}`, { minBlockSize: '5rem', minInlineSize: 'min(13rem, 100%)' });

insideKiosk(`.${questionMain} .${wide}`, { '@media': { '(max-width: 61.99em)': { gridTemplateColumns: '1fr' } } });

// The text is larger here, so a row needs more room than elsewhere.
const [noRowRoom, rowRoom] = ['(max-width: 55.99rem)', '(min-width: 56rem)'];
insideKiosk(`.${questionMain} .${row}`, {
  '@container': { [noRowRoom]: { gridAutoFlow: 'row', gridAutoColumns: 'auto' } },
});
insideKiosk(`.${questionMain} .${row} > .${choice}`, {
  '@container': {
    [noRowRoom]: { flexDirection: 'row', textAlign: 'start' },
    [rowRoom]: { paddingInline: token.space2 },
  },
});

export const headTitle = kioskComponent({
  // At least as wide as its longest word. Other elements wrap to another line before a word is broken.
  flex: '1 1 auto',
  inlineSize: 'min-content',
  overflowWrap: 'break-word',
  fontSize: token.textL,
  letterSpacing: token.trackingTitle,
});
