import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import './layers.css.ts';

export const ring = style({
  '@layer': {
    kiosk: { position: 'relative', display: 'grid', placeItems: 'center', inlineSize: '11rem', blockSize: '11rem' },
  },
});

export const remaining = style({});

export const idleVeil = style({
  '@layer': {
    kiosk: {
      inset: '0',
      inlineSize: '100%',
      blockSize: '100%',
      maxInlineSize: 'none',
      maxBlockSize: 'none',
      margin: '0',
      border: '0',
      padding: token.pageGutter,
      background: token.canvas,
      color: token.ink,
      overflow: 'auto',
      selectors: { '&::backdrop': { background: token.canvas } },
    },
  },
});

export const idleCard = style({ '@layer': { kiosk: { minBlockSize: '100%', display: 'grid', placeItems: 'center' } } });

/** The elapsed part of the time, in percent. */
export const gone = '--gone';

globalStyle(`.${ring} svg`, {
  '@layer': {
    kiosk: { position: 'absolute', inset: '0', inlineSize: '100%', blockSize: '100%', transform: 'rotate(-90deg)' },
  },
});

globalStyle(`.${ring} circle`, { '@layer': { kiosk: { fill: 'none', strokeWidth: '8', stroke: token.line } } });

globalStyle(`.${ring} .${remaining}`, {
  '@layer': {
    kiosk: {
      stroke: token.brandMark,
      strokeLinecap: 'round',
      strokeDasharray: '100',
      strokeDashoffset: `var(${gone}, 0)`,
    },
  },
});

globalStyle(`.${ring} b`, {
  '@layer': {
    kiosk: {
      fontSize: '4.25rem',
      fontWeight: token.weightSemibold,
      letterSpacing: '-0.03em',
      lineHeight: '1',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});
