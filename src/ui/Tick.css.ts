import { token } from './contract.css.ts';
import { atKiosk, centredRow, component, inForcedColours, inside, onPaper } from './layers.css.ts';

export const tick = component({
  appearance: 'none',
  inlineSize: '1.625rem',
  blockSize: '1.625rem',
  flex: 'none',
  margin: '0',
  border: `2px solid ${token.lineControl}`,
  background: token.surfaceRaised,
  display: 'inline-grid',
  placeItems: 'center',
  cursor: 'pointer',
  selectors: {
    '&[type="radio"]': { borderRadius: '50%' },
    '&[type="checkbox"]': { borderRadius: `calc(${token.radiusS} * 0.9)` },
    '&::after': { content: '""', opacity: '0' },
    '&[type="radio"]::after': {
      inlineSize: '0.75rem',
      blockSize: '0.75rem',
      borderRadius: '50%',
      background: token.onBrand,
    },
    '&[type="checkbox"]::after': {
      inlineSize: '0.5rem',
      blockSize: '0.875rem',
      border: `solid ${token.onBrand}`,
      borderWidth: '0 2.5px 2.5px 0',
      transform: 'translateY(-0.09rem) rotate(45deg)',
    },
    '&:checked': { background: token.brandSolid, borderColor: token.brandText },
    '&:checked::after': { opacity: '1' },
  },
});
atKiosk(`.${tick}`, { inlineSize: '2.25rem', blockSize: '2.25rem' });
// Browsers do not print fills, so a ticked box would look empty.
onPaper(`.${tick}`, { printColorAdjust: 'exact' });
inForcedColours(`.${tick}`, { appearance: 'auto' });

export const check = component({
  ...centredRow,
  gap: token.space3,
  minBlockSize: token.target,
  cursor: 'pointer',
  lineHeight: '1.4',
});

inside(`.${check} .${tick}:focus-visible`, { borderRadius: token.radiusS });

atKiosk(`.${tick}[type="radio"]::after`, { inlineSize: '1rem', blockSize: '1rem' });

atKiosk(`.${tick}[type="checkbox"]::after`, {
  inlineSize: '0.6875rem',
  blockSize: '1.125rem',
  borderWidth: '0 3px 3px 0',
});

/** No gap, so that the hint directly follows the row of the box. */
export const checkField = component({ gap: '0' });
