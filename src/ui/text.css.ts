import { style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { component, oneColumn } from './layers.css.ts';

export const muted = style({ '@layer': { utilities: { color: token.inkMuted } } });

export const small = style({ '@layer': { utilities: { fontSize: token.textS } } });

export const stack = style({
  '@layer': { utilities: { ...oneColumn, gap: token.space4 } },
});

/** Hidden on paper: for what only works on a screen. */
export const screenOnly = style({ '@layer': { print: { '@media': { print: { display: 'none !important' } } } } });

export const printOnly = style({
  '@layer': {
    utilities: { display: 'none' },
    print: {
      '@media': {
        print: {
          display: 'block',
          fontSize: '10pt',
          maxInlineSize: 'none',
          marginBlockEnd: '12pt',
          paddingBlockEnd: '6pt',
          borderBlockEnd: '1pt solid #000',
        },
      },
    },
  },
});

export const lead = component({ color: token.inkMuted, fontSize: token.textM });
