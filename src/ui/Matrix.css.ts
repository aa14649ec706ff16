import { token } from './contract.css.ts';
import { component, hiddenButRead, inForcedColours, inside, quietText, wrappingRow } from './layers.css.ts';

/** The number of answer columns. */
export const cols = '--cols';

export const matrix = component({
  display: 'grid',
  gap: token.space4,
  inlineSize: '100%',
  '@media': {
    '(min-width: 48em)': {
      gap: '0',
      border: `1px solid ${token.lineStrong}`,
      borderRadius: token.radiusL,
      background: token.surfaceRaised,
      overflow: 'clip',
    },
  },
});

export const head = component({
  display: 'none',
  '@media': {
    '(min-width: 48em)': {
      display: 'grid',
      gridTemplateColumns: `minmax(0, 1.6fr) repeat(var(${cols}, 4), minmax(0, 1fr))`,
      padding: `${token.space3} ${token.space5}`,
      ...quietText,
      background: token.surfaceSunken,
      textAlign: 'center',
      lineHeight: '1.3',
      alignItems: 'end',
    },
  },
});

export const row = component({
  padding: token.space4,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
  '@media': {
    '(min-width: 48em)': {
      ...wrappingRow,
      border: '0',
      borderRadius: '0',
      borderBlockStart: `1px solid ${token.line}`,
      padding: `0 ${token.space5}`,
    },
  },
});

export const options = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8.25rem, 100%), 1fr))',
  gap: token.space2,
  '@media': {
    '(min-width: 48em)': { gridTemplateColumns: `repeat(var(${cols}, 4), minmax(0, 1fr))`, gap: '0', flex: '1' },
  },
});

export const option = component({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: token.space2,
  minBlockSize: '3rem',
  paddingInline: token.space3,
  border: `1.5px solid ${token.line}`,
  borderRadius: token.radiusM,
  fontSize: token.textS,
  lineHeight: '1.25',
  cursor: 'pointer',
  selectors: {
    '&:has(:checked)': { borderColor: token.brandText, background: token.brandTint, fontWeight: token.weightSemibold },
    '&:has(:focus-visible)': { outline: `${token.focusWidth} solid ${token.focusRing}`, outlineOffset: '2px' },
  },
  '@media': {
    '(min-width: 48em)': {
      justifyContent: 'center',
      border: '0',
      borderRadius: '0',
      minBlockSize: '4rem',
      padding: '0',
      background: 'none !important',
    },
  },
});
inForcedColours(`.${option}:has(:checked):not(:has(:focus-visible))`, {
  outline: '3px solid Highlight',
  outlineOffset: '-3px',
});

export const rowHead = component({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: token.space2,
  inlineSize: '100%',
  fontWeight: token.weightMedium,
  lineHeight: '1.35',
  marginBlockEnd: token.space3,
  '@media': {
    '(min-width: 48em)': {
      flex: `0 0 calc(100% * 1.6 / (1.6 + var(${cols}, 4)))`,
      margin: '0',
      paddingBlock: token.space4,
      paddingInlineEnd: token.space2,
    },
  },
});

/** Reserves the room of a button, so that an answered row keeps its height. */
export const rowClear = component({
  flex: 'none',
  inlineSize: token.target,
  blockSize: token.target,
  marginBlock: '-0.625rem',
});

inside(`.${option} span`, {
  '@media': {
    '(min-width: 48em)': { ...hiddenButRead },
  },
});

/** Other content of a row: an error, the text field for "other". */
export const rowExtra = component({
  inlineSize: '100%',
  display: 'grid',
  gap: token.space2,
  paddingBlockStart: token.space3,
  '@media': { '(min-width: 48em)': { paddingBlock: `0 ${token.space4}` } },
});

/** In the grid, a row is above its other content. */
export const rowGroup = component({
  '@media': {
    '(min-width: 48em)': { borderBlockStart: `1px solid ${token.line}` },
  },
});

inside(`.${rowGroup} > .${row}`, { '@media': { '(min-width: 48em)': { borderBlockStart: '0' } } });
