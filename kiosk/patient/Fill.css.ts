import { token } from '../../src/ui/contract.css.ts';
import { centredRow, insideKiosk, kioskComponent, oneColumn, surfaceBox } from '../../src/ui/layers.css.ts';

/** Keeps Next in its position where there is no Back button. */
export const spacer = kioskComponent({ flex: 'none' });

export const screen = kioskComponent({ ...oneColumn, gap: token.space6 });

export const instructions = kioskComponent({ fontSize: token.textL, lineHeight: '1.45' });

/** Names the row of a group to which the question belongs. */
export const rowWords = kioskComponent({ color: token.inkMuted, fontWeight: token.weightSemibold });

export const groupRows = kioskComponent({
  ...surfaceBox,
  marginBlock: token.space4,
  overflowWrap: 'anywhere',
});

export const groupRow = kioskComponent({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${token.space5}`,
  padding: `${token.space2} ${token.space3} ${token.space2} ${token.space6}`,
  selectors: { '& + &': { borderBlockStart: `1px solid ${token.line}` } },
});

export const groupRowActs = kioskComponent({ display: 'flex', flexWrap: 'wrap', gap: token.space2 });

const small = '(max-width: 43.7em)';

export const checkList = kioskComponent({
  ...surfaceBox,
  overflow: 'clip',
});

export const checkRow = kioskComponent({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  // The outer rows take what the button is higher than the words, so that these stand in the middle.
  gridTemplateRows: '1fr auto auto auto 1fr',
  gap: `0 ${token.space5}`,
  alignItems: 'center',
  padding: `${token.space2} ${token.space3} ${token.space2} ${token.space6}`,
  selectors: { '& + &': { borderBlockStart: `1px solid ${token.line}` } },
  '@media': { [small]: { display: 'block', paddingInline: token.space5 } },
});

insideKiosk(`.${checkRow} > dt`, {
  gridRow: '2',
  color: token.inkMuted,
  fontSize: token.textS,
  lineHeight: '1.35',
});

insideKiosk(`.${checkRow} > dd`, { gridColumn: '1', gridRow: '3', lineHeight: '1.3' });

export const checkAnswer = kioskComponent({
  fontWeight: token.weightSemibold,
  marginBlockStart: '0.125rem',
  overflowWrap: 'anywhere',
});

export const checkNone = kioskComponent({ color: token.inkMuted, marginBlockStart: '0.125rem' });

export const checkProblem = kioskComponent({
  ...centredRow,
  gap: token.space2,
  color: token.dangerText,
  fontSize: token.textS,
});

insideKiosk(`.${checkRow} > dd.${checkProblem}`, { gridRow: '4' });

/** The button, beside everything about the question. */
export const checkAct = kioskComponent({});

insideKiosk(`.${checkRow} > dd.${checkAct}`, {
  gridColumn: '2',
  gridRow: '1 / -1',
  '@media': { [small]: { marginInlineStart: `calc(-1 * ${token.space4})` } },
});

insideKiosk(`.${screen} > h2, .${screen} > div > h2`, { fontSize: token.text2xl, lineHeight: '1.2' });

insideKiosk(`.${screen} > div > h2 + p`, { color: token.inkMuted, marginBlockStart: token.space2 });

/** A sentence about the whole questionnaire is not part of its first question. */
insideKiosk(`p + .${screen}`, { marginBlockStart: token.space6 });
