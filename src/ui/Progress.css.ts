import { token } from './contract.css.ts';
import { atKiosk, component, inForcedColours, inside, quietText, spreadRow } from './layers.css.ts';

export const progress = component({ display: 'grid', gap: '0.375rem' });

export const progressTrack = component({
  blockSize: '0.5rem',
  borderRadius: token.radiusFull,
  background: token.line,
  overflow: 'clip',
  border: '1px solid transparent',
});
atKiosk(`.${progressTrack}`, { blockSize: '0.75rem' });
inForcedColours(`.${progressTrack}`, { border: '1px solid CanvasText', background: 'Canvas' });

export const progressSlim = component({
  display: 'block',
  blockSize: '0.375rem',
  marginBlockStart: '0.375rem',
  maxInlineSize: '18rem',
});

export const progressLabel = component({
  ...spreadRow,
  gap: token.space3,
  ...quietText,
  maxInlineSize: 'none',
  fontVariantNumeric: 'tabular-nums',
});

/** Reserves room for a chip that is shown later, so that nothing below moves. */
export const progressTrailing = component({ minBlockSize: `calc(0.5rem + 1.4 * ${token.textXs} + 2px)` });

export const progressDone = '--done';

inside(`.${progressTrack} > i`, {
  display: 'block',
  blockSize: '100%',
  inlineSize: `var(${progressDone}, 0%)`,
  borderRadius: 'inherit',
  background: token.brandMark,
  transition: `inline-size ${token.motionSlow} ${token.easeOut}`,
  forcedColorAdjust: 'none',
});
inForcedColours(`.${progressTrack} > i`, { forcedColorAdjust: 'none', background: 'Highlight' });
