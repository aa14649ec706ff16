import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { component } from './layers.css.ts';

export const progress = component({ display: 'grid', gap: '0.375rem' });

export const progressTrack = style({
  '@layer': {
    components: {
      blockSize: '0.5rem',
      borderRadius: token.radiusFull,
      background: token.line,
      overflow: 'clip',
      border: '1px solid transparent',
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { blockSize: '0.75rem' } } },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText', background: 'Canvas' } },
});

export const progressSlim = component({
  display: 'block',
  blockSize: '0.375rem',
  marginBlockStart: '0.375rem',
  maxInlineSize: '18rem',
});

export const progressLabel = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: token.space3,
  fontSize: token.textS,
  color: token.inkMuted,
  maxInlineSize: 'none',
  fontVariantNumeric: 'tabular-nums',
});

/** Reserves room for a chip that is shown later, so that nothing below moves. */
export const progressTrailing = component({ minBlockSize: `calc(0.5rem + 1.4 * ${token.textXs} + 2px)` });

export const progressDone = '--done';

globalStyle(`.${progressTrack} > i`, {
  '@layer': {
    components: {
      display: 'block',
      blockSize: '100%',
      inlineSize: `var(${progressDone}, 0%)`,
      borderRadius: 'inherit',
      background: token.brandMark,
      transition: `inline-size ${token.motionSlow} ${token.easeOut}`,
      forcedColorAdjust: 'none',
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none', background: 'Highlight' } },
});
