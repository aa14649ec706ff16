import { globalStyle, style } from '@vanilla-extract/css';
import { brand, brandMark } from './Brand.css.ts';
import './layers.css.ts';

export const kioskBar = style({
  '@layer': {
    kiosk: {
      display: 'flex',
      alignItems: 'center',
      gap: 'var(--space-5)',
      padding: 'var(--space-4) var(--page-gutter)',
      minBlockSize: '6rem',
    },
  },
});

export const kioskMain = style({
  '@layer': {
    kiosk: {
      flex: '1',
      inlineSize: '100%',
      maxInlineSize: '80rem',
      marginInline: 'auto',
      padding: 'var(--space-4) var(--page-gutter) var(--space-10)',
    },
  },
});

globalStyle(`.${kioskBar} .${brand}`, { '@layer': { kiosk: { fontSize: 'var(--text-l)' } } });

globalStyle(`.${kioskBar} .${brandMark}`, { '@layer': { kiosk: { inlineSize: '3rem', blockSize: '3rem' } } });
