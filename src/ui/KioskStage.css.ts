import { globalStyle, style } from '@vanilla-extract/css';
import { button } from './Button.css.ts';
import { brand, brandMark } from './Brand.css.ts';
import { utility } from './Utility.css.ts';
import './layers.css.ts';

export const stage = style({
  '@layer': {
    kiosk: {
      position: 'relative',
      isolation: 'isolate',
      overflow: 'clip',
      minBlockSize: '100dvh',
      display: 'flex',
      flexDirection: 'column',
      background: 'var(--deep)',
      color: 'var(--on-deep)',
      selectors: {
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: '0',
          zIndex: '-1',
          background: 'repeating-radial-gradient(circle at 50% 118%, transparent 0 4.4rem, var(--deep-line) 4.42rem 4.54rem, transparent 4.58rem 5rem)',
          opacity: '0.42',
          maskImage: 'linear-gradient(to bottom, transparent 35%, #000 100%)',
        },
      },
    },
  },
  '@media': {
    '(forced-colors: active)': { border: '1px solid CanvasText', selectors: { '&::after': { display: 'none' } } },
  },
});

export const centre = style({
  '@layer': {
    kiosk: {
      flex: '1',
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      textAlign: 'center',
      gap: 'var(--space-6)',
      padding: 'var(--space-6) var(--page-gutter) var(--space-16)',
    },
  },
});

export const note = style({
  '@layer': {
    kiosk: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 'var(--space-3)',
      color: 'var(--on-deep-muted)',
      fontSize: 'var(--text-m)',
    },
  },
});

export const clearing = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gap: 'var(--space-3)',
      justifyItems: 'center',
      inlineSize: '100%',
      color: 'var(--on-deep-muted)',
      marginBlockStart: 'var(--space-4)',
    },
  },
});

export const clearbar = style({
  '@layer': {
    kiosk: {
      inlineSize: 'min(26rem, 100%)',
      blockSize: '0.75rem',
      borderRadius: 'var(--radius-full)',
      background: 'var(--deep-raised)',
      overflow: 'clip',
      border: '1px solid transparent',
    },
  },
  '@media': { '(forced-colors: active)': { background: 'Canvas', border: '1px solid CanvasText' } },
});

export const personName = style({
  '@layer': {
    kiosk: {
      fontSize: 'var(--text-3xl)',
      fontWeight: 'var(--weight-semibold)',
      letterSpacing: 'var(--tracking-display)',
      lineHeight: '1.1',
    },
  },
});

globalStyle(`.${stage} .${brand}, .${stage} .${brandMark}`, { '@layer': { kiosk: { color: 'inherit' } } });

globalStyle(`.${stage} .${brand} small`, { '@layer': { kiosk: { color: 'var(--on-deep-muted)' } } });

globalStyle(`.${stage} .${utility}`, { '@layer': { kiosk: { color: 'var(--on-deep)' } } });

globalStyle(`.${stage} .${utility}:hover`, { '@layer': { kiosk: { '@media': { '(hover: hover)': { background: 'var(--deep-raised)' } } } } });

globalStyle(`.${centre} h1`, { '@layer': { kiosk: { fontSize: 'var(--text-3xl)', maxInlineSize: '20ch' } } });

globalStyle(`.${centre} > p`, {
  '@layer': {
    kiosk: { fontSize: 'var(--text-l)', color: 'var(--on-deep-muted)', maxInlineSize: '36ch', lineHeight: '1.4' },
  },
});

globalStyle(`.${centre} > p.${note}`, { '@layer': { kiosk: { maxInlineSize: 'none', fontSize: 'var(--text-m)', textAlign: 'start' } } });

globalStyle(`.${clearbar} i`, {
  '@layer': {
    kiosk: {
      display: 'block',
      blockSize: '100%',
      inlineSize: 'var(--left, 60%)',
      background: 'var(--accent-on-deep)',
      borderRadius: 'inherit',
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none', background: 'Highlight' } },
});

export const stageButton = style({ '@layer': { kiosk: { marginBlockStart: 'var(--space-2)' } } });

globalStyle(`.${stageButton} .${button}`, { '@layer': { kiosk: { minBlockSize: '5.5rem', fontSize: 'var(--text-l)', paddingInline: 'var(--space-12)' } } });
