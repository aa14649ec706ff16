import { token } from '../../../ui/contract.css.ts';
import {
  centredRow,
  component,
  hiddenButRead,
  inside,
  onPaper,
  quietText,
  surfaceBox,
} from '../../../ui/layers.css.ts';

/** The root element of the frame's own document: as high as its content and transparent. */
export const frameRoot = component({});
inside(`.${frameRoot}`, { background: 'transparent', scrollPaddingBlock: '0' });
/** Once its height is known, nothing in it scrolls. */
inside(`.${frameRoot}[data-sized]`, { overflow: 'hidden' });
inside(`.${frameRoot} > body`, { background: 'transparent', minHeight: '0', display: 'flow-root' });

/** The sections of a document, in the frame and on paper. The class names within it are those of the HTML that the server writes. */
export const sections = component({});
const within = (selector: string, rule: Parameters<typeof inside>[1]) => inside(`.${sections} ${selector}`, rule);
const printed = (selector: string, rule: Parameters<typeof onPaper>[1]) => onPaper(`.${sections} ${selector}`, rule);

within('.fold', {
  ...surfaceBox,
  overflow: 'clip',
});
within('.fold + .fold', { marginBlockStart: token.space4 });
within('.fold > summary', {
  ...centredRow,
  gap: token.space3,
  minBlockSize: '3.5rem',
  padding: `${token.space3} ${token.space5}`,
  listStyle: 'none',
  cursor: 'pointer',
  borderRadius: token.radiusL,
});
within('.fold > summary::-webkit-details-marker', { display: 'none' });
within('.fold > summary:focus-visible', { outlineOffset: '-4px', boxShadow: 'none' });
within('.fold > summary:hover', { '@media': { '(hover: hover)': { background: token.surfaceHover } } });
within('.fold > summary h2', { flex: '1', minInlineSize: '0', fontSize: token.textL });
within('.fold > summary > .muted', { flex: 'none', whiteSpace: 'nowrap' });
// The arrow is drawn with CSS, because the frame has none of our pictures.
within('.fold > summary::after', {
  content: '""',
  flex: 'none',
  inlineSize: '0.5rem',
  blockSize: '0.5rem',
  marginInlineStart: token.space2,
  borderStyle: 'solid',
  borderColor: token.inkMuted,
  borderWidth: '0 2px 2px 0',
  transform: 'translateY(-25%) rotate(45deg)',
});
within('.fold[open] > summary::after', { transform: 'translateY(25%) rotate(225deg)' });
within('.fold-body', { padding: `0 ${token.space5} ${token.space5}` });
within(':is(.fold-body, .sub) > * + *', { marginBlockStart: token.space4 });
within('.sub > h3', { fontSize: token.textM });
within('.muted', { color: token.inkMuted, fontSize: token.textS });
within('p', { maxInlineSize: token.measure });
within('a', { color: token.brandText });
within(':is(ul, ol)', { paddingInlineStart: token.space6, maxInlineSize: token.measure });
within('ul', { listStyle: 'disc' });
within('ol', { listStyle: 'decimal' });
within('li + li', { marginBlockStart: token.space1 });
within('img', { maxInlineSize: '100%', blockSize: 'auto', background: '#fff' });
within('.plain', { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', font: 'inherit', margin: '0' });

// Tables: one that can be read line by line is stacked in a narrow frame; any other table scrolls sideways by itself.
within('caption', { textAlign: 'start', fontWeight: token.weightSemibold, paddingBlockEnd: token.space2 });
within(':is(th, td)', {
  padding: `${token.space3} ${token.space4}`,
  borderBlockEnd: `1px solid ${token.line}`,
  textAlign: 'start',
  verticalAlign: 'top',
  lineHeight: '1.4',
  fontSize: token.textS,
});
within('thead :is(th, td)', {
  color: token.inkMuted,
  fontWeight: token.weightMedium,
  verticalAlign: 'bottom',
  borderBlockEndColor: token.lineStrong,
});
within('tbody:last-of-type > tr:last-child > :is(th, td)', { borderBlockEnd: '0' });
within('.stack :is(th, td):first-child', { fontWeight: token.weightSemibold });
within('.stack thead :is(th, td):first-child', { fontWeight: token.weightMedium });
within('.slide', {
  overflowX: 'auto',
  position: 'relative',
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
});
within('.slide caption', { padding: `${token.space2} ${token.space3}` });
within('.slide table', { inlineSize: 'max-content', minInlineSize: '100%' });
within('.slide :is(th, td)', { maxInlineSize: '24rem' });
// These media queries measure the frame. A container query would lay out each cell of a long document twice.
const narrow = 'screen and (max-width: 42.5em)';
const narrowest = 'screen and (max-width: 19.5em)';
const stacked = (selector: string, rule: Parameters<typeof inside>[1], media = narrow) =>
  within(`.stack ${selector}`.trim(), { '@media': { [media]: rule } });
stacked('thead', hiddenButRead);
stacked('', { display: 'block' });
// As a table caption it would be only as wide as its longest word.
stacked('caption', { display: 'block' });
stacked(':is(tbody, tr)', { display: 'block' });
stacked('tbody tr', { paddingBlock: token.space3, borderBlockEnd: `1px solid ${token.line}` });
stacked('tbody:last-of-type tr:last-child', { borderBlockEnd: '0' });
stacked('tbody :is(th, td)', {
  // Not a grid, which would make an item of each piece of a sentence that has bold words in it.
  display: 'flow-root',
  padding: '0.1875rem 0',
  paddingInlineStart: '9.25rem',
  border: '0',
});
stacked('tbody :is(th, td)::before', {
  content: 'attr(data-label)',
  float: 'inline-start',
  inlineSize: '8.5rem',
  marginInlineStart: '-9.25rem',
  color: token.inkMuted,
  fontWeight: token.weightRegular,
});
stacked('tbody :is(th, td):first-child', {
  paddingBlockEnd: token.space1,
  paddingInlineStart: '0',
  fontSize: token.textM,
});
stacked('tbody :is(th, td):first-child::before', { content: 'none' });
stacked('tbody :is(th, td):empty', { display: 'none' });
stacked('tbody :is(th, td)', { paddingInlineStart: '0' }, narrowest);
stacked(
  'tbody :is(th, td)::before',
  { display: 'block', float: 'none', inlineSize: 'auto', marginInlineStart: '0' },
  narrowest,
);

// What is far from the window is not laid out: groups of rows in a narrow frame, otherwise whole sections, because the rows of a table are
// laid out together. `guessHeights` estimates their heights.
within('.fold-body', { '@media': { 'screen and (min-width: 42.51em)': { contentVisibility: 'auto' } } });
stacked('tbody', {
  contentVisibility: 'auto',
  // Leaves room for the focus ring of a link, because nothing is drawn outside the box.
  marginInline: `calc(-1 * ${token.space2})`,
  paddingInline: token.space2,
});

// Footnotes.
within('.ref', { fontSize: '0.75em', lineHeight: '0' });
within('.footnotes', {
  paddingBlockStart: token.space3,
  borderBlockStart: `1px solid ${token.line}`,
  ...quietText,
});

// Text that the document highlights by its style codes. The font has no italic, so another weight is used.
within('.st-bold', { fontWeight: token.weightSemibold });
within(':is(.st-italics, .st-emphasis)', { fontWeight: token.weightMedium });
within('.st-underline', { textDecoration: 'underline' });
within('.st-small', { fontSize: token.textS });
within('.st-strike', { textDecoration: 'line-through' });

printed('.fold', { border: '0', borderRadius: '0', background: 'none', overflow: 'visible', paddingBlockEnd: '6pt' });
printed('.fold > summary', {
  borderRadius: '0',
  minBlockSize: '0',
  padding: '4pt 0',
  breakAfter: 'avoid',
  borderBlockEnd: '1pt solid #000',
});
printed('.fold > summary::after', { display: 'none' });
printed('.fold-body', { padding: '4pt 0' });
printed('.slide', { overflow: 'visible', border: '0' });
printed('.slide table', { inlineSize: '100%' });
// A table with many columns must not have a column that is too narrow for a word.
printed('.slide :is(th, td)', { minInlineSize: '4.5em' });
printed(':is(th, td)', { padding: '3pt 6pt', fontSize: '10pt', borderColor: '#999' });
// A paragraph above a table or a list is usually its title, so it stays with it.
printed('p:has(+ :is(.stackable, .slide, ul))', { breakAfter: 'avoid' });
printed('img', { breakInside: 'avoid' });

/** The sections on paper: a frame would be cut off at the end of each sheet. */
export const paperCopy = component({ display: 'none' });
onPaper(`.${paperCopy}`, { display: 'block' });

export const frame = component({ display: 'block', inlineSize: '100%', blockSize: '20rem', border: '0' });
/** Hidden until its content is measured. */
inside(`.${frame}[data-waiting]`, { visibility: 'hidden' });
onPaper(`.${frame}`, { display: 'none !important' });
