import { globalStyle } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import { kioskBar } from '../../src/ui/KioskBar.css.ts';
import { headRow, questionFoot } from '../../src/ui/KioskQuestion.css.ts';

// Nothing of a visit goes to paper: a print of any page of the kiosk is empty.
globalStyle('body', { '@media': { print: { display: 'none !important' } } });

// A phone is no kiosk, but staff may look at one: closer edges, and bars that wrap rather than overlap.
const small = '(max-width: 43.7em)';
globalStyle('[data-surface="kiosk"] body', {
  '@layer': {
    kiosk: {
      '@media': {
        [small]: {
          vars: {
            [token.pageGutter]: '1.25rem',
            [token.control]: '4rem',
            [token.controlIcon]: '4rem',
            [token.space12]: '1.5rem',
            [token.space10]: '1.5rem',
          },
        },
      },
    },
  },
});
globalStyle(`.${kioskBar}, .${headRow}`, {
  '@layer': { kiosk: { '@media': { [small]: { flexWrap: 'wrap', gap: token.space2 } } } },
});
globalStyle(`.${questionFoot}`, {
  '@layer': { kiosk: { '@media': { [small]: { gap: token.space2, flexWrap: 'wrap' } } } },
});
globalStyle(`.${questionFoot} button`, {
  '@layer': {
    utilities: { '@media': { [small]: { flex: '1 1 auto', minInlineSize: '0', paddingInline: token.space4 } } },
  },
});
