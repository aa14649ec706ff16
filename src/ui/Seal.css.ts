import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import './layers.css.ts';

export const seal = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      placeItems: 'center',
      inlineSize: '7.5rem',
      blockSize: '7.5rem',
      borderRadius: '50%',
      background: token.accentOnDeep,
      color: token.onAccent,
      border: '1px solid transparent',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

globalStyle(`[data-surface="kiosk"] .${seal} .${icon}`, {
  '@layer': { kiosk: { inlineSize: '4rem', blockSize: '4rem', strokeWidth: '2.25' } },
});
