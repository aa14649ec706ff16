import { globalStyle, globalFontFace } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { atKiosk, inForcedColours, insideKiosk, onPaper } from './layers.css.ts';

const family = 'Atkinson Hyperlegible Next Variable';
const files = '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next';

// The family is split in two files: a page in English, Spanish, French or Portuguese fetches only the first.
globalFontFace(family, [
  {
    fontStyle: 'normal',
    fontDisplay: 'swap',
    fontWeight: '200 800',
    src: `url("${files}-latin-wght-normal.woff2") format("woff2")`,
    unicodeRange:
      'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  },
  {
    fontStyle: 'normal',
    fontDisplay: 'swap',
    fontWeight: '200 800',
    src: `url("${files}-latin-ext-wght-normal.woff2") format("woff2")`,
    unicodeRange:
      'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  },
]);

/**
 * The device's own typeface at the width and height of ours, until ours has come: no line of the page moves when it does. Measured on texts
 * of the portal in four languages, with Roboto and Arial.
 */
const fitted = { sizeAdjust: '98.6%', ascentOverride: '99.8%', descentOverride: '32%', lineGapOverride: '0%' };
globalFontFace('Fitted', [
  { ...fitted, fontWeight: '200 500', src: 'local("Roboto"), local("Arial"), local("Liberation Sans")' },
  { ...fitted, fontWeight: '501 800', src: 'local("Roboto Bold"), local("Arial Bold"), local("Liberation Sans Bold")' },
]);

type GlobalRule = Parameters<typeof globalStyle>[1];
const base = (selector: string, rule: NonNullable<GlobalRule['@layer']>[string]) =>
  globalStyle(selector, { '@layer': { base: rule } });

base('*, *::before, *::after', { boxSizing: 'border-box' });
base('[hidden]', { display: 'none !important' });
base('html', {
  WebkitTextSizeAdjust: '100%',
  textSizeAdjust: '100%',
  scrollPaddingBlock: '5rem 6rem',
  background: token.canvas,
});
base('body', {
  margin: '0',
  minHeight: '100dvh',
  background: token.canvas,
  color: token.ink,
  font: `${token.weightRegular} ${token.textM} / ${token.leadingBody} ${token.fontBody}`,
  fontOpticalSizing: 'auto',
  textRendering: 'optimizeLegibility',
  WebkitFontSmoothing: 'antialiased',
  overflowWrap: 'break-word',
});
base('h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset, legend', { margin: '0', padding: '0' });
base('fieldset', { border: '0', minWidth: '0' });
base('ul, ol', { listStyle: 'none' });
base('h1, h2, h3, h4, legend, dd, label', { overflowWrap: 'anywhere' });
base('h1, h2, h3, h4', { fontFamily: token.fontDisplay, fontWeight: token.weightSemibold, textWrap: 'balance' });
// With text of twice the size, the longest title, "Questionnaires", still fits a phone's width without a break.
base('h1', {
  fontSize: `min(${token.text2xl}, 10.5vw)`,
  lineHeight: token.leadingTight,
  letterSpacing: token.trackingDisplay,
});
base('h2', {
  fontSize: `min(${token.textXl}, 9vw)`,
  lineHeight: token.leadingSnug,
  letterSpacing: token.trackingTitle,
});
base('h3', { fontSize: token.textL, lineHeight: token.leadingSnug, letterSpacing: token.trackingTitle });
base('h4', { fontSize: token.textM, lineHeight: token.leadingSnug });
base('p', { textWrap: 'pretty', maxWidth: token.measure });
base('strong, b', { fontWeight: token.weightSemibold });
// The typeface has no italic, and a slanted upright is harder to read.
base('em, i, cite, dfn, address', { fontStyle: 'normal' });
base('em, i', { fontWeight: token.weightMedium });
base('a', {
  color: token.brandText,
  textDecorationThickness: '1px',
  textUnderlineOffset: '0.2em',
  textDecorationColor: 'color-mix(in oklch, currentColor 45%, transparent)',
});
base('a:hover', {
  '@media': { '(hover: hover)': { textDecorationThickness: '2px', textDecorationColor: 'currentColor' } },
});
// A pressed link whose page is not shown yet.
base('a[data-going]', {
  backgroundColor: 'color-mix(in oklch, currentColor 14%, transparent)',
  borderRadius: token.radiusS,
});
// The app makes pressed links look pressed in the next frame (except in the prerendered login, where the browser's highlight stays); the
// browser's own highlight is a layer that takes a slow phone 5 ms to draw.
base('label, input, th button, button[aria-expanded], a[href^="/"]:not([target], [download], [data-waiting] *)', {
  WebkitTapHighlightColor: 'transparent',
});
base('button, input, select, textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' });
base('img, svg', { display: 'block', maxWidth: '100%' });
base('table', { borderCollapse: 'collapse', width: '100%' });
base('th', { textAlign: 'start', fontWeight: token.weightSemibold });
base('hr', { border: '0', borderTop: `1px solid ${token.line}`, margin: '0' });
base('::selection', { background: token.selection });
base('time', { fontVariantNumeric: 'tabular-nums' });

base(':focus', { outline: 'none' });
base(':focus-visible', {
  outline: `${token.focusWidth} solid ${token.focusRing}`,
  outlineOffset: token.focusOffset,
  boxShadow: `0 0 0 ${token.focusOffset} ${token.focusGap}`,
  borderRadius: token.radiusS,
});
// Headings and regions that only a script focuses cannot be operated, so they have no ring.
base('[tabindex="-1"]:focus-visible', { outline: 'none', boxShadow: 'none' });

atKiosk('body', {
  minBlockSize: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  userSelect: 'none',
  WebkitUserSelect: 'none',
  WebkitTouchCallout: 'none',
  overscrollBehavior: 'none',
});
insideKiosk('[data-surface="kiosk"] :is(input, textarea)', { userSelect: 'text', WebkitUserSelect: 'text' });

// Outside the layers on purpose: these two always win.
globalStyle('*, *::before, *::after', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto',
    },
  },
});
inForcedColours('[aria-current="page"], a[data-going]', { outline: '3px solid Highlight', outlineOffset: '-3px' });

onPaper('@page', { margin: '18mm 16mm' });
onPaper('body', { fontSize: '11pt', lineHeight: '1.4', padding: '0 !important' });
onPaper('h1, h2, h3', { breakAfter: 'avoid' });
onPaper('tr', { breakInside: 'avoid' });
onPaper('thead', { display: 'table-header-group' });
onPaper('a', { color: 'inherit', textDecoration: 'none' });
