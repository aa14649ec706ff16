import { keyframes, style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

const rise = keyframes({ from: { opacity: '0', transform: 'translateY(1rem)' } });

export const scrim = style({
  '@layer': {
    components: {
      position: 'fixed',
      inset: '0',
      zIndex: 'var(--z-scrim)',
      background: 'var(--scrim)',
      display: 'grid',
      placeItems: 'end center',
      '@media': { '(min-width: 48em)': { placeItems: 'center' } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});

export const dialog = style({
  '@layer': {
    components: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      position: 'relative',
      zIndex: 'var(--z-dialog)',
      inlineSize: '100%',
      maxBlockSize: '92dvh',
      overflow: 'auto',
      background: 'var(--surface-raised)',
      color: 'var(--ink)',
      border: '1px solid transparent',
      borderRadius: 'var(--radius-xl) var(--radius-xl) 0 0',
      padding: 'var(--space-6) var(--page-gutter) max(var(--space-6), env(safe-area-inset-bottom))',
      boxShadow: 'var(--elevation-3)',
      display: 'grid',
      gap: 'var(--space-4)',
      alignContent: 'start',
      '@media': {
        '(min-width: 48em)': { maxInlineSize: '34rem', borderRadius: 'var(--radius-xl)', padding: 'var(--space-8)' },
      },
    },
    kiosk: {
      selectors: {
        '[data-surface="kiosk"] &': {
          maxInlineSize: '46rem',
          padding: 'var(--space-10)',
          gap: 'var(--space-5)',
          borderRadius: 'calc(var(--radius-xl) * 1.3)',
        },
      },
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

export const dialogActions = component({
  display: 'grid',
  gap: 'var(--space-3)',
  marginBlockStart: 'var(--space-2)',
  '@media': {
    '(min-width: 48em)': { display: 'flex', flexDirection: 'row-reverse', justifyContent: 'flex-start', flexWrap: 'wrap' },
  },
});

export const grab = component({
  inlineSize: '2.5rem',
  blockSize: '0.3125rem',
  borderRadius: 'var(--radius-full)',
  background: 'var(--line-strong)',
  justifySelf: 'center',
  marginBlock: '-0.75rem 0',
  '@media': { '(min-width: 48em)': { display: 'none' } },
});

inside(`.${scrim} > .${dialog}`, { animation: `${rise} var(--motion-slow) var(--ease-out)` });

inside(`.${dialog} h2`, { fontSize: 'var(--text-xl)' });

export const narrow = style({
  '@layer': {
    components: { '@media': { '(min-width: 48em)': { inlineSize: 'min(28rem, 100%)' } } },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: 'min(40rem, 100%)' } } },
  },
});

/** Room for the close button beside the title. */
export const withClose = component({ paddingInlineEnd: 'var(--control-icon)' });

export const closeButton = component({ position: 'absolute', insetBlockStart: 'var(--space-3)', insetInlineEnd: 'var(--space-3)' });
