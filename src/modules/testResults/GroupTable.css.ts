import { style } from '@vanilla-extract/css';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, onPaper, quietText } from '../../ui/layers.css.ts';

/** Above this width rows have columns, below it they are small cards. Measured on the pane, which is narrower than its window. */
const narrow = '(max-width: 46.99rem)';
const tiny = '(max-width: 15rem)';

export const table = component({});
/** One long text, with all that a row says. */
export const text = component({});
export const flagged = component({});
export const critical = component({});
export const trendRow = component({});
export const cTest = component({});
export const cValue = component({});
/** A long text value, which needs its own line where rows are cards. */
export const cWide = component({});
export const cUnit = component({});
export const cRange = component({});
export const cFlag = component({});
export const cTrend = style({ '@layer': { print: { '@media': { print: { display: 'none !important' } } } } });
export const cComment = component({});

inside(`.${table}`, { inlineSize: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' });
inside(`.${table} thead th`, {
  padding: `${token.space3}`,
  borderBlockEnd: `1px solid ${token.lineStrong}`,
  ...quietText,
  fontWeight: token.weightMedium,
  textAlign: 'start',
});
inside(`.${table} tbody > tr > :is(td, th)`, {
  padding: `${token.space4} ${token.space3}`,
  borderBlockEnd: `1px solid ${token.line}`,
  fontSize: token.textS,
  lineHeight: '1.4',
  textAlign: 'start',
  verticalAlign: 'middle',
  // A word that does not fit may be broken, but must not widen the column.
  overflowWrap: 'break-word',
});
inside(`.${table} tr > :first-child`, { paddingInlineStart: token.space5 });
inside(`.${table} tbody > tr:last-child > *`, { borderBlockEnd: '0' });
inside(`.${table} tbody > tr.${flagged}, .${text}.${flagged}`, { background: token.warningTint });
inside(`.${table} tbody > tr.${critical}, .${text}.${critical}`, {
  background: token.dangerTint,
  boxShadow: `inset 4px 0 0 ${token.dangerMark}`,
});
inside(`.${table} tr.${flagged} > .${cTest}, .${text}.${flagged}`, {
  '@media': {
    '(forced-colors: active)': { borderInlineStart: '4px solid CanvasText' },
    print: { borderInlineStart: '3pt solid #000' },
  },
});
inside(`.${table} tr.${critical} > .${cTest}, .${text}.${critical}`, {
  '@media': {
    '(forced-colors: active)': { borderInlineStart: '6px double CanvasText' },
    print: { borderInlineStart: '6pt double #000' },
  },
});
inside(`.${table} tbody > tr > .${cTest}`, { fontWeight: token.weightSemibold });
export const testNote = component({
  display: 'block',
  ...quietText,
  fontWeight: token.weightRegular,
});
export const value = component({ fontWeight: token.weightSemibold });
export const whole = component({ paddingBlockEnd: token.space2, overflowWrap: 'anywhere' });

export const textHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: `${token.space1} ${token.space4}`,
  marginBlockEnd: token.space3,
});
inside(`.${textHead} h4`, { minInlineSize: '0', fontSize: token.textM, overflowWrap: 'anywhere' });
export const textMore = component({
  color: token.inkMuted,
  fontSize: token.textS,
  marginBlockStart: token.space3,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  selectors: { '&:empty': { display: 'none' } },
});
export const valueNone = component({ color: token.inkMuted, fontWeight: token.weightMedium });
inside(`.${table} tbody > tr > .${cUnit}, .${table} tbody > tr > .${cComment}`, { color: token.inkMuted });

export const flag = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.25rem',
  color: token.warningText,
  fontWeight: token.weightSemibold,
});
inside(`.${flag} .${icon}`, { inlineSize: '1.125rem', blockSize: '1.125rem', flex: 'none' });
export const flagCritical = component({ color: token.dangerText });
export const flagAsSent = component({ color: token.ink, fontWeight: token.weightMedium });

export const range = component({ display: 'grid', gap: '0.25rem', minInlineSize: 'min(8.5rem, 100%)' });
export const rangeText = component({ color: token.inkMuted });
export const rangeBar = component({
  position: 'relative',
  blockSize: '1.125rem',
  selectors: {
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: '0.4375rem 0 auto',
      blockSize: '0.25rem',
      borderRadius: token.radiusFull,
      background: token.lineStrong,
    },
  },
});
// Printers leave out backgrounds, so this one is forced; in black and white, a shape marks what is outside.
onPaper(`.${rangeBar}`, { maxInlineSize: '8.5rem', printColorAdjust: 'exact' });
onPaper(`.${rangeBar}::before`, { background: '#888' });
onPaper(`.${rangeBar} > i`, { background: '#ccc', borderColor: '#888' });
onPaper(`.${rangeBar} > b`, { background: '#000', borderColor: '#fff' });
inside(`.${rangeBar} > i`, {
  position: 'absolute',
  insetBlockStart: '0.3125rem',
  insetInlineStart: '30%',
  inlineSize: '40%',
  blockSize: '0.5rem',
  borderRadius: token.radiusFull,
  background: token.brandLine,
  border: '1px solid transparent',
});
inside(`.${rangeBar} > b`, {
  position: 'absolute',
  insetBlockStart: '50%',
  inlineSize: '0.875rem',
  blockSize: '0.875rem',
  transform: 'translate(-50%, -50%)',
  borderRadius: '50%',
  background: token.brandText,
  border: `2px solid ${token.surfaceRaised}`,
  forcedColorAdjust: 'none',
});
inside(`.${flagged} .${rangeBar} > b`, {
  borderRadius: '2px',
  transform: 'translate(-50%, -50%) rotate(45deg)',
  background: token.warningText,
  borderColor: token.warningTint,
});
inside(`.${critical} .${rangeBar} > b`, { background: token.dangerText, borderColor: token.dangerTint });

inside(`.${table} > tbody > tr.${trendRow} > td`, { padding: token.space5 });

const collapsed = (selector: string, rule: Parameters<typeof inside>[1]) =>
  inside(selector, { '@container': { [narrow]: rule } });

// For screen readers only: the head is clipped, because hidden content would not be read.
collapsed(`.${table}`, { position: 'relative' });
collapsed(`.${table} > thead th`, {
  position: 'absolute',
  insetBlockStart: '0',
  insetInlineStart: '0',
  padding: '0',
  border: '0',
  whiteSpace: 'nowrap',
  clipPath: 'inset(50%)',
});
collapsed(`.${table}, .${table} > tbody`, { display: 'block' });
collapsed(`.${table} > tbody > tr`, {
  display: 'grid',
  // The unit keeps room for one word, whatever the value beside it needs.
  gridTemplateColumns: 'fit-content(55%) minmax(3.5rem, 1fr) auto',
  gap: '0.125rem 0.375rem',
  alignItems: 'center',
  padding: `${token.space4} ${token.space5}`,
  borderBlockEnd: `1px solid ${token.line}`,
});
collapsed(`.${table} > tbody > tr:last-child`, { borderBlockEnd: '0' });
collapsed(`.${table} > tbody > tr > :is(td, th):nth-child(n)`, { padding: '0', border: '0' });
collapsed(`.${table} > tbody > tr > .${cTest}`, { gridColumn: '1 / 3', fontSize: token.textM });
collapsed(`.${table} > tbody > tr > .${cFlag}`, { gridColumn: '3', gridRow: '1', justifySelf: 'end' });
collapsed(`.${table} > tbody > tr > .${cValue}`, { gridColumn: '1', gridRow: '2', fontSize: token.textL });
collapsed(`.${table} > tbody > tr > .${cValue}.${cWide}`, {
  gridColumn: '1 / -1',
  fontSize: token.textM,
  overflowWrap: 'anywhere',
});
collapsed(`.${table} > tbody > tr > .${cWide} ~ .${cUnit}`, { gridColumn: '1 / -1', gridRow: 'auto' });
collapsed(`.${table} > tbody > tr > .${cUnit}`, { gridColumn: '2', gridRow: '2' });
collapsed(`.${table} > tbody > tr > .${cTrend}`, { gridColumn: '3', gridRow: '2', justifySelf: 'end' });
collapsed(`.${table} > tbody > tr > .${cRange}`, { gridColumn: '1 / -1' });
collapsed(`.${table} > tbody > tr > .${cComment}`, { gridColumn: '1 / -1' });
collapsed(`.${table} > tbody > tr > td:empty`, { display: 'none' });
collapsed(`.${table} > tbody > tr.${trendRow} > td`, { gridColumn: '1 / -1' });
const stacked = (selector: string, rule: Parameters<typeof inside>[1]) =>
  inside(selector, { '@container': { [tiny]: rule } });
stacked(`.${table} > tbody > tr`, { gridTemplateColumns: 'minmax(0, 1fr)' });
stacked(`.${table} > tbody > tr > :is(td, th)[class]`, { gridColumn: '1', gridRow: 'auto', justifySelf: 'start' });

onPaper(`.${table} :is(th, td)`, { padding: '4pt !important' });

export const legend = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${token.space2} ${token.space5}`,
  color: token.inkMuted,
  fontSize: token.textXs,
  marginBlockStart: token.space4,
});
onPaper(`.${legend}`, { display: 'none' });
inside(`.${legend} li`, { display: 'flex', alignItems: 'center', gap: token.space2 });
export const keyBand = component({
  inlineSize: '1.75rem',
  blockSize: '0.5rem',
  borderRadius: token.radiusFull,
  background: token.brandLine,
});
export const keyDot = component({
  inlineSize: '0.75rem',
  blockSize: '0.75rem',
  borderRadius: '50%',
  background: token.brandText,
});
export const keyOut = component({
  inlineSize: '0.625rem',
  blockSize: '0.625rem',
  transform: 'rotate(45deg)',
  background: token.warningText,
});
