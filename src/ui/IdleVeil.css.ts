import { globalStyle, style } from '@vanilla-extract/css';
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
      padding: 'var(--page-gutter)',
      background: 'var(--canvas)',
      color: 'var(--ink)',
      overflow: 'auto',
      selectors: { '&::backdrop': { background: 'var(--canvas)' } },
    },
  },
});

export const idleCard = style({ '@layer': { kiosk: { minBlockSize: '100%', display: 'grid', placeItems: 'center' } } });

globalStyle(`.${ring} svg`, {
  '@layer': {
    kiosk: { position: 'absolute', inset: '0', inlineSize: '100%', blockSize: '100%', transform: 'rotate(-90deg)' },
  },
});

globalStyle(`.${ring} circle`, { '@layer': { kiosk: { fill: 'none', strokeWidth: '8', stroke: 'var(--line)' } } });

globalStyle(`.${ring} .${remaining}`, {
  '@layer': {
    kiosk: {
      stroke: 'var(--brand-mark)',
      strokeLinecap: 'round',
      strokeDasharray: '100',
      strokeDashoffset: 'var(--gone, 0)',
    },
  },
});

globalStyle(`.${ring} b`, {
  '@layer': {
    kiosk: {
      fontSize: '4.25rem',
      fontWeight: 'var(--weight-semibold)',
      letterSpacing: '-0.03em',
      lineHeight: '1',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});
