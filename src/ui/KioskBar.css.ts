import { globalStyle, style } from '@vanilla-extract/css';
import { brand, brandMark } from './Brand.css.ts';
import { token } from './contract.css.ts';
import './layers.css.ts';

export const kioskBar = style({
  '@layer': {
    kiosk: {
      display: 'flex',
      alignItems: 'center',
      gap: token.space5,
      padding: `${token.space4} ${token.pageGutter}`,
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
      padding: `${token.space4} ${token.pageGutter} ${token.space10}`,
    },
  },
});

globalStyle(`.${kioskBar} .${brand}`, {
  '@layer': { kiosk: { fontSize: token.textL, '@media': { '(max-width: 61.99em)': { fontSize: token.textM } } } },
});

globalStyle(`.${kioskBar} .${brandMark}`, { '@layer': { kiosk: { inlineSize: '3rem', blockSize: '3rem' } } });
