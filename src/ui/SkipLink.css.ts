import { style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import './layers.css.ts';

export const skipLink = style({
  '@layer': {
    components: {
      position: 'fixed',
      display: 'inline-flex',
      alignItems: 'center',
      minBlockSize: token.target,
      insetBlockStart: token.space3,
      insetInlineStart: token.space3,
      zIndex: token.zSkip,
      padding: `${token.space3} ${token.space5}`,
      background: token.ink,
      color: token.canvas,
      borderRadius: token.radiusM,
      fontWeight: token.weightSemibold,
      transform: 'translateY(-200%)',
      selectors: { '&:focus-visible': { transform: 'none' } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});
