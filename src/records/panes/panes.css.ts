import { style } from '@vanilla-extract/css';
import { atEnd, back } from '../../ui/Page.css.ts';
import { token } from '../../ui/contract.css.ts';
import { component, hiddenButRead, inside, oneColumn, onPaper, quietText } from '../../ui/layers.css.ts';
import { rowTitle } from '../../ui/Row.css.ts';

/** From this width a list has its detail beside it. In em, so that doubled text gets the compact layout on a desktop. */
export const twoPanes = '(min-width: 62em)';
const onePane = '(max-width: 61.99em)';

export const panes = component({
  ...oneColumn,
  gap: token.space6,
  '@media': {
    [twoPanes]: { gridTemplateColumns: 'minmax(17rem, 21rem) minmax(0, 1fr)', alignItems: 'start', gap: token.space8 },
  },
});
onPaper(`.${panes}`, { display: 'block' });

/** The list scrolls by itself where its detail stands beside it. */
export const paneList = component({
  '@media': {
    [twoPanes]: {
      position: 'sticky',
      insetBlockStart: '4.5rem',
      maxBlockSize: 'calc(100dvh - 6rem)',
      overflow: 'auto',
    },
  },
});
// On paper all of it, from the first sheet on.
onPaper(`.${paneList}`, { position: 'static', maxBlockSize: 'none', overflow: 'visible', breakInside: 'auto' });

/** A list with its foot: both stay in view, and the list never covers the foot. */
export const paneSide = component({
  '@media': {
    [twoPanes]: {
      position: 'sticky',
      insetBlockStart: '4.5rem',
      display: 'flex',
      flexDirection: 'column',
      maxBlockSize: 'calc(100dvh - 6rem)',
    },
  },
});
onPaper(`.${paneSide}`, { position: 'static', display: 'block', maxBlockSize: 'none' });
inside(`.${paneSide} > section`, {
  '@media': { [twoPanes]: { display: 'flex', flexDirection: 'column', minBlockSize: '0' } },
});
inside(`.${paneSide} .${paneList}`, {
  // Not static: hidden text of rows below the fold would otherwise be outside the scroller and make the page longer.
  '@media': {
    [twoPanes]: { position: 'relative', insetBlockStart: 'auto', minBlockSize: '8rem', maxBlockSize: 'none' },
  },
});

/** A part of the list's side: hidden on small screens, and on paper, while an item is open. */
export const listOnly = component({
  '@media': { [onePane]: { selectors: { '&[data-view="detail"]': { display: 'none' } } } },
});
onPaper(`.${listOnly}[data-view="detail"]`, { display: 'none' });

/** The detail: hidden on small screens, and on paper, while no item is open. */
export const paneDetail = component({
  minInlineSize: '0',
  '@media': { [onePane]: { selectors: { '&[data-view="list"]': { display: 'none' } } } },
});
onPaper(`.${paneDetail}[data-view="list"]`, { display: 'none' });

/** Hides the page's head on a small screen while an item is open, but keeps its heading for screen readers. */
export const paneHead = component({
  '@media': {
    [onePane]: {
      selectors: {
        '&[data-view="detail"]': { ...hiddenButRead },
      },
    },
  },
});
onPaper(`.${paneHead}[data-view="detail"]`, { display: 'none' });

inside(`.${paneHead} .${atEnd}`, { '@media': { [onePane]: { flexBasis: '100%', marginInlineStart: '0' } } });

export const paneTitle = component({
  padding: `${token.space3} clamp(1rem, 2.6vw, 1.25rem)`,
  ...quietText,
  fontFamily: token.fontBody,
  fontWeight: token.weightSemibold,
  letterSpacing: '0',
  borderBlockEnd: `1px solid ${token.line}`,
});

export const paneRow = style({ '@layer': { print: { '@media': { print: { breakInside: 'avoid' } } } } });
// A pressed row looks open at once, before its detail is there.
inside(`.${paneRow}:is([aria-current="true"], a[data-going])`, {
  background: token.brandTint,
  boxShadow: `inset 4px 0 0 ${token.brandMark}`,
});
inside(`.${paneRow} .${rowTitle}`, { fontWeight: token.weightMedium, overflowWrap: 'anywhere' });
inside(`.${paneRow}[data-new] .${rowTitle}`, { fontWeight: token.weightBold });

/** Back, the title, and what can be done. */
export const detailHead = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `0 ${token.space3}`,
  marginBlockEnd: token.space4,
});
inside(`.${detailHead} h2`, {
  gridColumn: '1 / -1',
  marginBlockStart: token.space2,
  fontSize: token.text2xl,
  overflowWrap: 'anywhere',
  '@media': { [twoPanes]: { gridColumn: '1', gridRow: '1', margin: '0' } },
});
inside(`.${detailHead} .${back}`, { '@media': { [twoPanes]: { display: 'none' } } });

export const detailActions = component({
  gridRow: '1',
  gridColumn: '2',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'end',
  gap: token.space1,
});

/** Below a list or a page of one: small words and quiet buttons. */
export const paneFoot = component({
  display: 'grid',
  justifyItems: 'start',
  gap: token.space2,
  marginBlockStart: token.space4,
  ...quietText,
});
