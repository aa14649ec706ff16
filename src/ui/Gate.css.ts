import { brand, brandMark } from './Brand.css.ts';
import { logoMark } from './FacilityMark.css.ts';
import { card } from './Card.css.ts';
import { token } from './contract.css.ts';
import { utility } from './Utility.css.ts';
import { component, inForcedColours, inside, quietText } from './layers.css.ts';

export const gate = component({
  minBlockSize: '100dvh',
  display: 'grid',
  gridTemplate: 'auto 1fr / minmax(0, 1fr)',
  background: token.canvas,
  '@media': { '(min-width: 48em)': { gridTemplate: '1fr / minmax(20rem, 5fr) minmax(0, 7fr)' } },
});

export const top = component({
  position: 'relative',
  background: token.deep,
  color: token.onDeep,
  padding: `${token.space5} ${token.pageGutter} 4.75rem`,
  borderBlockEnd: '1px solid transparent',
  selectors: {
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: '0',
      pointerEvents: 'none',
      background: token.rings,
      opacity: '0.5',
      maskImage: 'linear-gradient(115deg, transparent 25%, #000 100%)',
    },
  },
  '@media': {
    '(min-width: 48em)': {
      padding: `${token.space8} ${token.pageGutter}`,
      display: 'flex',
      flexDirection: 'column',
      // The title stays visible beside a form that is longer than the window.
      position: 'sticky',
      zIndex: '2',
      insetBlockStart: '0',
      minBlockSize: '100dvh',
      alignSelf: 'start',
    },
    '(min-width: 48em) and (max-height: 30em)': { position: 'relative', alignSelf: 'stretch' },
  },
});
inForcedColours(`.${top}`, { border: '1px solid CanvasText' });
inForcedColours(`.${top}::before`, { display: 'none' });

export const topBar = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: token.space3,
  marginBlockEnd: token.space8,
  '@media': { '(min-width: 48em)': { marginBlockEnd: 'auto' } },
});

export const main = component({
  padding: `0 ${token.pageGutter} ${token.space8}`,
  marginBlockStart: '-3rem',
  position: 'relative',
  zIndex: '1',
  display: 'grid',
  gap: token.space4,
  alignContent: 'start',
  '@media': {
    '(min-width: 48em)': {
      margin: '0',
      padding: `${token.space12} ${token.pageGutter} ${token.space8}`,
      alignContent: 'center',
      justifySelf: 'center',
      inlineSize: '100%',
      maxInlineSize: '33rem',
    },
  },
});

export const gateCard = component({
  background: token.surfaceRaised,
  boxShadow: token.elevation2,
  padding: `${token.space6} ${token.space5}`,
  borderRadius: token.radiusXl,
  '@media': { '(min-width: 48em)': { padding: token.space6 } },
});

export const foot = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${token.space5}`,
  ...quietText,
});

// Shown over the rings. The header makes no stacking context, so that a list that opens in it covers the card.
inside(`.${top} > *`, { position: 'relative' });
inside(`.${top} > .${topBar}`, { zIndex: '2' });

inside(`.${top} .${brand}, .${top} .${brandMark}`, { color: 'inherit' });

// The column is narrow at every width of the window.
inside(`.${top} .${logoMark}`, { maxInlineSize: '6.5rem' });

inside(`.${top} .${brand} small`, { color: token.onDeepMuted });

inside(`.${top} .${utility}`, { color: token.onDeep });

inside(`.${top} .${utility}:hover`, { '@media': { '(hover: hover)': { background: token.deepRaised } } });

/** The column beside the form is narrow, so the longest word of a title must fit without a break. */
inside(`.${top} h1`, {
  fontSize: token.text3xl,
  '@media': { '(min-width: 48em)': { fontSize: `min(${token.text3xl}, 3.9vw)` } },
});

inside(`.${top} p`, { color: token.onDeepMuted, marginBlockStart: token.space2 });

inside(`.${main} > .${card} + .${card}`, { margin: '0' });

inside(`.${foot} a`, { display: 'inline-flex', alignItems: 'center', minBlockSize: token.target, color: 'inherit' });
