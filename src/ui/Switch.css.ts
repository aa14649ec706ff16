import { token } from './contract.css.ts';
import { component, inForcedColours, inside, onPaper, wrappingRow } from './layers.css.ts';

export const switchLine = component({
  ...wrappingRow,
  gap: `${token.space2} ${token.space4}`,
  minBlockSize: '3.5rem',
  cursor: 'pointer',
  lineHeight: '1.35',
});

/** Large text is on a line of its own. */
export const switchWords = component({
  display: 'grid',
  gap: token.space1,
  flex: '1 1 9rem',
  minInlineSize: 'min(9rem, 100%)',
});

inside(`.${switchWords} > strong`, { overflowWrap: 'anywhere' });
inside(`.${switchWords} > small`, { color: token.inkMuted, fontSize: token.textS });

export const switchState = component({
  minInlineSize: '2rem',
  marginInlineStart: 'auto',
  fontWeight: token.weightSemibold,
});

export const switchBox = component({
  appearance: 'none',
  position: 'relative',
  flex: 'none',
  inlineSize: '3.5rem',
  blockSize: '2rem',
  margin: '0',
  border: `2px solid ${token.lineControl}`,
  borderRadius: token.radiusFull,
  background: token.surfaceRaised,
  cursor: 'pointer',
  selectors: {
    '&::after': {
      content: '""',
      position: 'absolute',
      insetBlock: '0.1875rem',
      insetInlineStart: '0.1875rem',
      inlineSize: '1.375rem',
      borderRadius: '50%',
      background: token.lineControl,
      transition: `inset-inline-start ${token.motionBase} ${token.easeOut}`,
    },
    '&:checked': { background: token.brandSolid, borderColor: token.brandText },
    '&:checked::after': { insetInlineStart: 'calc(100% - 1.5625rem)', background: token.onBrand },
    '&[aria-disabled="true"]': { opacity: '0.6', cursor: 'not-allowed' },
  },
});
onPaper(`.${switchBox}`, { printColorAdjust: 'exact' });
inForcedColours(`.${switchBox}`, { appearance: 'auto', inlineSize: '1.5rem', border: '1px solid CanvasText' });
inForcedColours(`.${switchBox}::after`, { display: 'none' });
