import { token } from './contract.css.ts';
import { count } from './Count.css.ts';
import { dot } from './Dot.css.ts';
import { bareButton, centredRow, component, inside, onPaper, quietText } from './layers.css.ts';

/** The open page or, after a press, the pressed one. */
const current = ':is([data-going], nav:not([data-leaving]) [aria-current="page"])';

/** The bottom bar of phones. From Small it is a rail at the side, and from Medium it is hidden. */
export const dock = component({
  position: 'fixed',
  inset: 'auto 0 0 0',
  zIndex: token.zNav,
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  padding: `0.375rem ${token.space2} max(0.375rem, env(safe-area-inset-bottom))`,
  background: token.surfaceRaised,
  borderBlockStart: `1px solid ${token.line}`,
  '@media': {
    '(min-width: 48em) and (max-width: 61.99em)': {
      inset: '0 auto 0 0',
      inlineSize: token.rail,
      gridAutoFlow: 'row',
      gridTemplateColumns: '1fr',
      alignContent: 'start',
      gap: token.space2,
      padding: `${token.space4} ${token.space2}`,
      borderBlockStart: '0',
      borderInlineEnd: `1px solid ${token.line}`,
    },
    '(min-width: 62em)': { display: 'none' },
  },
});
onPaper(`.${dock}`, { display: 'none !important' });

inside(`.${dock} a, .${dock} button`, {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '0.125rem',
  minBlockSize: '3.5rem',
  padding: '0.25rem 0',
  border: '0',
  background: 'none',
  borderRadius: token.radiusM,
  color: token.inkMuted,
  textDecoration: 'none',
  fontSize: 'min(0.875rem, 3.7vw)',
  fontWeight: token.weightMedium,
  WebkitTextStroke: `${token.mediumToSemibold} transparent`,
  lineHeight: '1.25',
  cursor: 'pointer',
  '@media': { '(min-width: 48em) and (max-width: 61.99em)': { minBlockSize: '4rem' } },
});

export const dockIcon = component({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  inlineSize: '3.5rem',
  maxInlineSize: '100%',
  blockSize: '2rem',
  borderRadius: token.radiusFull,
  transition: `background-color ${token.motionBase} ${token.easeOut}`,
});

inside(`.${dock} .${count}`, {
  position: 'absolute',
  insetBlockStart: '-0.125rem',
  insetInlineStart: '60%',
  minInlineSize: 'min(1.25rem, 22px)',
  blockSize: 'min(1.25rem, 22px)',
  fontSize: 'min(0.8125rem, 14px)',
  boxShadow: `0 0 0 2px ${token.surfaceRaised}`,
});
inside(`.${dock} ${current}`, { color: token.brandText, WebkitTextStrokeColor: 'currentColor' });
inside(`.${dock} ${current} .${dockIcon}`, { background: token.brandTintStrong });

/** Keeps its width for measuring, but is not visible, read or focusable. */
export const measured = component({});
/** The largest possible width of More. */
export const ruler = component({});

/** From Medium: text tabs below the bar. */
export const tabs = component({
  display: 'none',
  '@media': {
    '(min-width: 62em)': {
      display: 'block',
      position: 'sticky',
      insetBlockStart: '0',
      zIndex: token.zSticky,
      background: token.canvas,
      borderBlockEnd: `1px solid ${token.line}`,
    },
  },
});
onPaper(`.${tabs}`, { display: 'none !important' });

inside(`.${tabs} > ul`, {
  position: 'relative',
  display: 'flex',
  gap: token.space1,
  maxInlineSize: `calc(${token.pageMax} + 2 * ${token.pageGutter})`,
  marginInline: 'auto',
  paddingInline: `calc(${token.pageGutter} - 0.625rem)`,
});
inside(`.${tabs} > ul > li > a, .${tabs} > ul > li > span > button, .${ruler}`, {
  position: 'relative',
  ...centredRow,
  gap: token.space2,
  minBlockSize: '3.25rem',
  paddingInline: '0.625rem',
  ...quietText,
  textDecoration: 'none',
  fontWeight: token.weightMedium,
  WebkitTextStroke: `${token.mediumToSemibold} transparent`,
  whiteSpace: 'nowrap',
  borderRadius: token.radiusS,
  ...bareButton,
});
inside(`.${tabs} > ul > li > a:hover, .${tabs} > ul > li > span > button:hover`, {
  '@media': { '(hover: hover)': { color: token.ink } },
});
inside(`.${tabs} > ul > li > a:focus-visible, .${tabs} > ul > li > span > button:focus-visible`, {
  outlineOffset: '-3px',
  boxShadow: 'none',
});
inside(`.${tabs} > ul > li > a${current}, .${tabs} > ul > li > span > button[aria-current]`, {
  color: token.ink,
  WebkitTextStrokeColor: 'currentColor',
});
inside(`.${tabs} > ul > li > a${current}::after, .${tabs} > ul > li > span > button[aria-current]::after`, {
  content: '""',
  position: 'absolute',
  inset: 'auto 0.625rem -1px',
  blockSize: '3px',
  borderRadius: '3px 3px 0 0',
  background: token.brandMark,
  forcedColorAdjust: 'none',
});
inside(`.${tabs} > ul > li`, { flex: 'none' });
inside(`.${tabs} > ul > .${measured}`, {
  position: 'absolute',
  visibility: 'hidden',
  insetBlockStart: '0',
  insetInlineStart: '0',
});
inside(`.${dock} .${dot}`, {
  position: 'absolute',
  insetBlockStart: '0.1875rem',
  insetInlineStart: '66%',
  background: token.accent,
  boxShadow: `0 0 0 2px ${token.surfaceRaised}`,
});

/** Leaves room for the rail. */
export const withRail = component({
  '@media': { 'screen and (min-width: 48em) and (max-width: 61.99em)': { paddingInlineStart: token.rail } },
});
