import { globalStyle } from '@vanilla-extract/css';
import { token } from '../../src/ui/contract.css.ts';
import { kioskBar } from '../../src/ui/KioskBar.css.ts';
import { headRow, questionFoot } from '../../src/ui/KioskQuestion.css.ts';
import { atKiosk, insideKiosk } from '../../src/ui/layers.css.ts';

// A print of any page is empty, so that nothing of a visit is on paper.
globalStyle('body', { '@media': { print: { display: 'none !important' } } });

// Staff may look at the kiosk on a phone: edges are closer, and bars wrap rather than overlap.
const small = '(max-width: 43.7em)';
atKiosk('body', {
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
});
insideKiosk(`.${kioskBar}, .${headRow}`, { '@media': { [small]: { flexWrap: 'wrap', gap: token.space2 } } });
insideKiosk(`.${questionFoot}`, { '@media': { [small]: { gap: token.space2, flexWrap: 'wrap' } } });
globalStyle(`.${questionFoot} button`, {
  '@layer': {
    utilities: { '@media': { [small]: { flex: '1 1 auto', minInlineSize: '0', paddingInline: token.space4 } } },
  },
});
