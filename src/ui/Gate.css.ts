import { style } from '@vanilla-extract/css';
import { brand, brandMark } from './Brand.css.ts';
import { logoMark } from './FacilityMark.css.ts';
import { card } from './Card.css.ts';
import { utility } from './Utility.css.ts';
import { component, inside } from './layers.css.ts';

export const gate = component({
  minBlockSize: '100dvh',
  display: 'grid',
  gridTemplate: 'auto 1fr / minmax(0, 1fr)',
  background: 'var(--canvas)',
  '@media': { '(min-width: 48em)': { gridTemplate: '1fr / minmax(20rem, 5fr) minmax(0, 7fr)' } },
});

export const top = style({
  '@layer': {
    components: {
      position: 'relative',
      isolation: 'isolate',
      background: 'var(--deep)',
      color: 'var(--on-deep)',
      padding: 'var(--space-5) var(--page-gutter) 4.75rem',
      borderBlockEnd: '1px solid transparent',
      selectors: {
        // An open list of the header hangs over the card.
        '&:has([aria-expanded="true"])': { zIndex: '2' },
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: '0',
          zIndex: '-1',
          background: 'var(--rings)',
          opacity: '0.5',
          maskImage: 'linear-gradient(115deg, transparent 25%, #000 100%)',
        },
      },
      '@media': {
        '(min-width: 48em)': {
          padding: 'var(--space-8) var(--page-gutter)',
          display: 'flex',
          flexDirection: 'column',
          // Beside a form that is longer than the window the title stays in sight.
          position: 'sticky',
          insetBlockStart: '0',
          minBlockSize: '100dvh',
          alignSelf: 'start',
        },
        '(min-width: 48em) and (max-height: 30em)': { position: 'relative', alignSelf: 'stretch' },
      },
    },
  },
  '@media': {
    '(forced-colors: active)': { border: '1px solid CanvasText', selectors: { '&::after': { display: 'none' } } },
  },
});

export const topBar = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 'var(--space-3)',
  marginBlockEnd: 'var(--space-8)',
  '@media': { '(min-width: 48em)': { marginBlockEnd: 'auto' } },
});

export const main = component({
  padding: '0 var(--page-gutter) var(--space-8)',
  marginBlockStart: '-3rem',
  position: 'relative',
  zIndex: '1',
  display: 'grid',
  gap: 'var(--space-4)',
  alignContent: 'start',
  '@media': {
    '(min-width: 48em)': {
      margin: '0',
      padding: 'var(--space-12) var(--page-gutter)',
      alignContent: 'center',
      justifySelf: 'center',
      inlineSize: '100%',
      maxInlineSize: '33rem',
    },
  },
});

export const gateCard = component({
  background: 'var(--surface-raised)',
  boxShadow: 'var(--elevation-2)',
  padding: 'var(--space-6) var(--space-5)',
  borderRadius: 'var(--radius-xl)',
  '@media': { '(min-width: 48em)': { padding: 'var(--space-6)' } },
});

export const foot = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 var(--space-5)',
  fontSize: 'var(--text-s)',
  color: 'var(--ink-muted)',
});

inside(`.${top} .${brand}, .${top} .${brandMark}`, { color: 'inherit' });

// The column is narrow at every width of the window.
inside(`.${top} .${logoMark}`, { maxInlineSize: '6.5rem' });

inside(`.${top} .${brand} small`, { color: 'var(--on-deep-muted)' });

inside(`.${top} .${utility}`, { color: 'var(--on-deep)' });

inside(`.${top} .${utility}:hover`, { '@media': { '(hover: hover)': { background: 'var(--deep-raised)' } } });

/** Beside the form the column is narrow: the longest word of a title must fit it unbroken. */
inside(`.${top} h1`, { fontSize: 'var(--text-3xl)', '@media': { '(min-width: 48em)': { fontSize: 'min(var(--text-3xl), 3.9vw)' } } });

inside(`.${top} p`, { color: 'var(--on-deep-muted)', marginBlockStart: 'var(--space-2)' });

inside(`.${main} > .${card} + .${card}`, { margin: '0' });

inside(`.${foot} a`, { display: 'inline-flex', alignItems: 'center', minBlockSize: 'var(--target)', color: 'inherit' });
