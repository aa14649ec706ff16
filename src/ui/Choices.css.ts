import { style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { isInvalid } from './FieldParts.css.ts';
import { component, inside, quietText } from './layers.css.ts';
import { tick } from './Tick.css.ts';

export const choices = component({ display: 'grid', gap: token.space3, inlineSize: '100%' });

export const pair = component({ gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))' });

export const wide = component({
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

export const choice = component({
  display: 'flex',
  alignItems: 'center',
  gap: `min(${token.space3}, 3vw)`,
  minBlockSize: '3.5rem',
  padding: `0.75rem min(${token.space4}, 4vw)`,
  border: `1.5px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
  cursor: 'pointer',
  lineHeight: '1.35',
  position: 'relative',
  isolation: 'isolate',
  selectors: {
    '&:has(input:focus-visible)': {
      outline: `${token.focusWidth} solid ${token.focusRing}`,
      outlineOffset: token.focusOffset,
    },
  },
  '@media': { '(hover: hover)': { selectors: { '&:hover': { borderColor: token.brandText } } } },
});

/** The question whose options may be in one row, depending on its own width and text size and not on the screen's. */
export const rowFrame = component({ containerType: 'inline-size' });
const hasRoom = '(min-width: 40rem)';

/** Equal boxes side by side, each with its tick above its text. */
export const row = component({
  '@container': { [hasRoom]: { gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' } },
});
inside(`.${row} > .${choice}`, {
  '@container': {
    [hasRoom]: { flexDirection: 'column', paddingInline: token.space2, textAlign: 'center', overflowWrap: 'anywhere' },
  },
});

/** The text of a card, and behind it the look of a chosen one: it follows the box beside it, which the browser ticks by itself. */
export const words = style({
  '@layer': {
    components: {
      selectors: {
        '&::before': {
          content: '""',
          position: 'absolute',
          zIndex: '-1',
          // Covers the edge of the card.
          inset: '-1.5px',
          border: `1.5px solid ${token.brandText}`,
          borderRadius: token.radiusM,
          background: token.brandTint,
          boxShadow: `inset 0 0 0 1px ${token.brandText}`,
          visibility: 'hidden',
          pointerEvents: 'none',
        },
        [`.${tick}:checked + &`]: { fontWeight: token.weightSemibold },
        [`.${tick}:checked + &::before`]: { visibility: 'visible' },
      },
    },
  },
  '@media': {
    '(forced-colors: active)': {
      selectors: { [`.${tick}:checked + &::before`]: { outline: '3px solid Highlight', outlineOffset: '-3px' } },
    },
  },
});

inside(`.${isInvalid} .${choice}`, { borderColor: token.dangerMark });

inside(`.${choice} small`, {
  display: 'block',
  ...quietText,
  fontWeight: token.weightRegular,
});

// The card shows the focus ring, where the browser has `:has()`.
inside(`.${choice} input:focus-visible`, {
  '@supports': { 'selector(:has(*))': { outline: 'none', boxShadow: 'none' } },
});

// A tap beside the text hits the box itself: through its label the browser would make a second click, which takes a phone that long again.
inside(`.${choice} .${tick}::before`, { content: '""', position: 'absolute', zIndex: '-1', inset: '-1.5px' });

/** What belongs to a chosen option, such as the text field of "other": below it, across both columns. */
export const after = component({ gridColumn: '1 / -1', inlineSize: '100%' });

inside(`.${choice}:has(:disabled)`, { cursor: 'not-allowed', color: token.inkMuted, background: token.surfaceSunken });
