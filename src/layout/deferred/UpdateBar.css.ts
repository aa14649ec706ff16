import { style } from '@vanilla-extract/css';
import { token } from '../../ui/contract.css.ts';
import '../../ui/layers.css.ts';

export const updateBar = style({
  '@layer': {
    components: { background: token.infoTint, color: token.infoText },
    print: { '@media': { print: { display: 'none' } } },
  },
});

export const updateBarIn = style({
  '@layer': {
    components: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: `${token.space2} ${token.space4}`,
      maxInlineSize: `calc(${token.pageMax} + 2 * ${token.pageGutter})`,
      marginInline: 'auto',
      padding: `${token.space2} ${token.pageGutter}`,
      fontSize: token.textS,
    },
  },
});
