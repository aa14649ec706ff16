import { token } from '../contract.css.ts';
import { centredRow, component, inside, onPaper, quietText, wrappingRow } from '../layers.css.ts';

/** Below this width rows collapse. Measured on the table's own container, because a detail pane is narrower than its window. */
const narrow = '(max-width: 42.99rem)';

export const table = component({});
export const flagged = component({});
export const expandedRow = component({});
export const expansionRow = component({});
export const inRow = component({});
export const toggleCell = component({});
export const cellLabel = component({});
export const sortWords = component({});
export const unsortable = component({});
export const groupHead = component({});

inside(`.${table}`, { inlineSize: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' });
inside(`.${table} th`, {
  ...quietText,
  fontWeight: token.weightMedium,
  textAlign: 'start',
  padding: `${token.space3} ${token.space4}`,
  borderBlockEnd: `1px solid ${token.lineStrong}`,
  verticalAlign: 'middle',
});
inside(`.${table} td`, {
  padding: token.space4,
  borderBlockEnd: `1px solid ${token.line}`,
  verticalAlign: 'top',
  lineHeight: '1.4',
  fontSize: token.textS,
  overflowWrap: 'anywhere',
});
inside(`.${table} .${groupHead}`, {
  paddingBlock: `${token.space5} ${token.space2}`,
  fontSize: token.textM,
  fontWeight: token.weightSemibold,
  color: token.ink,
  borderBlockEnd: `1px solid ${token.line}`,
});
inside(`.${table} tbody + tbody`, { borderBlockStart: `1px solid ${token.line}` });
inside(`.${table} tbody tr:last-child td`, { borderBlockEnd: '0' });
inside(`.${table} tbody tr.${flagged}`, { background: token.warningTint });
inside(`.${table} tbody tr.${flagged} td:first-child`, {
  '@media': {
    '(forced-colors: active)': { borderInlineStart: '4px solid CanvasText' },
    print: { borderInlineStart: '3pt solid #000' },
  },
});
inside(`.${cellLabel}, .${sortWords}`, { display: 'none' });
inside(`.${table}:not([data-expansion]) .${toggleCell}`, {
  '@container': { '(min-width: 43rem)': { display: 'none' } },
});
inside(`.${table} .${toggleCell}`, { inlineSize: token.target, padding: token.space2 });
onPaper(`.${table} :is(th, td)`, { padding: '4pt', overflowWrap: 'break-word' });
onPaper(`.${table} th svg`, { display: 'none' });
onPaper(`.${table} th button`, { margin: '0', padding: '0', minBlockSize: '0' });
onPaper(`.${table} .${toggleCell}`, { display: 'none !important' });
inside(`.${table} td.${toggleCell} button[aria-expanded="true"] svg`, { transform: 'rotate(180deg)' });

export const flagWords = component({
  ...centredRow,
  gap: token.space1,
  color: token.warningText,
  fontWeight: token.weightSemibold,
  fontSize: token.textS,
});

export const sortButton = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space1,
  minBlockSize: token.target,
  minInlineSize: token.target,
  marginBlock: '-0.75rem',
  marginInline: '-0.5rem',
  paddingInline: token.space2,
  border: '0',
  background: 'none',
  borderRadius: token.radiusS,
  color: 'inherit',
  font: 'inherit',
  WebkitTextStroke: `${token.mediumToSemibold} transparent`,
  textAlign: 'start',
  cursor: 'pointer',
  // A ring outside the frame would be cut off.
  selectors: { '&:focus-visible': { outlineOffset: `calc(-1 * ${token.focusWidth})`, boxShadow: 'none' } },
  '@media': {
    '(hover: hover)': { selectors: { '&:hover': { color: token.ink, background: token.surfaceHover } } },
  },
});
inside(`th[aria-sort="ascending"] .${sortButton}, th[aria-sort="descending"] .${sortButton}`, {
  color: token.ink,
  WebkitTextStrokeColor: 'currentColor',
});

/** All three icons are in the same place, and `aria-sort` decides which is visible. A press changes no element, so it shows at once. */
export const sortMark = component({ display: 'inline-grid' });
inside(`.${sortMark} > *`, { gridArea: '1 / 1', visibility: 'hidden' });
inside(
  `th[aria-sort="none"] .${sortMark} > :nth-child(1), th[aria-sort="ascending"] .${sortMark} > :nth-child(2), th[aria-sort="descending"] .${sortMark} > :nth-child(3)`,
  { visibility: 'visible' },
);

const collapsed = (selector: string, rule: Parameters<typeof inside>[1]) =>
  inside(selector, { '@container': { [narrow]: rule } });

collapsed(`.${table}, .${table} tbody, .${table} thead`, { display: 'block' });
collapsed(`.${table} thead tr`, {
  ...wrappingRow,
  padding: `${token.space2} calc(${token.space5} - ${token.space2})`,
  borderBlockEnd: `1px solid ${token.lineStrong}`,
});
collapsed(`.${table} thead th`, { display: 'block', padding: '0', border: '0' });
collapsed(`.${table} thead th.${unsortable}`, { display: 'none' });
collapsed(`.${table} thead .${sortWords}`, {
  display: 'block',
  padding: `0 ${token.space2}`,
  border: '0',
  color: token.inkMuted,
});
collapsed(`.${table}[data-sortless] thead`, { display: 'none' });
// Side by side without overlap, so that taps and focus rings stay separate.
collapsed(`.${sortButton}`, { margin: '0' });
collapsed(`.${table} tbody tr`, {
  position: 'relative',
  display: 'grid',
  // With large text the padding is limited by the window's width, to leave room for the text.
  gridTemplateColumns: `minmax(0, 1fr) min(${token.target}, 56px)`,
  alignItems: 'start',
  gap: `0 min(${token.space3}, 3.75vw)`,
  padding: `${token.space4} min(${token.space3}, 3.75vw) ${token.space4} min(${token.space5}, 6.25vw)`,
  borderBlockEnd: `1px solid ${token.line}`,
});
collapsed(`.${table} tbody tr:last-child`, { borderBlockEnd: '0' });
collapsed(`.${table} tbody td`, { gridColumn: '1', border: '0', padding: '0', display: 'none' });
collapsed(`.${table} tbody td.${inRow}`, { display: 'block' });
collapsed(`.${table} tbody td.${inRow}:first-child`, { fontSize: token.textM, fontWeight: token.weightSemibold });
// The toggle is beside the first lines, whatever follows, and its press area covers the whole row.
collapsed(`.${table} tbody td.${toggleCell}`, {
  display: 'block',
  gridColumn: '2',
  gridRow: '1 / span 2',
  padding: '0',
});
collapsed(`.${table} tbody td.${toggleCell} button`, { position: 'static' });
collapsed(`.${table} tbody td.${toggleCell} button::after`, { content: '""', position: 'absolute', inset: '0' });
collapsed(`.${table} tbody td a, .${table} tbody td :is(input, select, label)`, { position: 'relative', zIndex: '1' });
collapsed(`.${table} tbody tr.${expandedRow} td`, {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))',
  gap: `0 ${token.space3}`,
  paddingBlock: token.space2,
  borderBlockStart: `1px solid ${token.line}`,
});
collapsed(`.${table} tbody tr.${expandedRow} td.${inRow}`, { display: 'block', border: '0', paddingBlock: '0' });
collapsed(`.${table} tbody tr.${expandedRow} td.${toggleCell}`, { display: 'block', border: '0', padding: '0' });
collapsed(`.${table} tbody tr.${expandedRow} .${cellLabel}`, { display: 'block', color: token.inkMuted });
collapsed(`.${table} tbody tr.${expandedRow} .${inRow} .${cellLabel}`, { display: 'none' });
collapsed(`.${table} tbody tr.${expansionRow} td`, { display: 'block', gridColumn: '1 / -1' });
