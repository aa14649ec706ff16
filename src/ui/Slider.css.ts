import { createGlobalVar } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { component, inside, quietText } from './layers.css.ts';

/** The position of the value on the track. */
export const at = '--at';
const track = createGlobalVar('track');

export const slider = component({ inlineSize: '100%', display: 'grid', gap: token.space1 });

export const sliderEnds = component({
  display: 'flex',
  justifyContent: 'space-between',
  gap: token.space4,
  ...quietText,
});

export const untouched = component({});

export const unanswered = component({});

inside(`.${slider} output`, {
  justifySelf: 'start',
  fontSize: token.textXl,
  fontWeight: token.weightSemibold,
  lineHeight: '1.2',
  fontVariantNumeric: 'tabular-nums',
});

inside(`.${slider} output small`, { fontSize: token.textS, fontWeight: token.weightRegular, color: token.inkMuted });

inside(`.${slider} input`, {
  appearance: 'none',
  inlineSize: '100%',
  blockSize: token.target,
  margin: '0',
  background: 'none',
  cursor: 'pointer',
  vars: {
    [track]: `linear-gradient(to right, ${token.brandMark} var(${at}, 50%), ${token.lineStrong} var(${at}, 50%))`,
  },
});

// A browser drops a whole rule that has one unknown selector, so each engine has its own rule.
for (const rail of ['::-webkit-slider-runnable-track', '::-moz-range-track']) {
  inside(`.${slider} input${rail}`, {
    blockSize: '0.5rem',
    borderRadius: token.radiusFull,
    background: track,
    backgroundOrigin: 'border-box',
    border: '1px solid transparent',
  });
}

inside(`.${slider} input::-webkit-slider-thumb`, {
  appearance: 'none',
  inlineSize: '2rem',
  blockSize: '2rem',
  marginBlockStart: '-0.8125rem',
  borderRadius: '50%',
  background: token.surfaceRaised,
  border: `3px solid ${token.brandText}`,
  boxShadow: token.elevation2,
});

// Without an answer the track has no colour, and the knob is only an outline.
inside(`.${slider} input.${untouched}`, { vars: { [track]: token.lineStrong } });
for (const thumb of ['::-webkit-slider-thumb', '::-moz-range-thumb']) {
  inside(`.${slider} input.${untouched}${thumb}`, {
    borderStyle: 'dashed',
    borderColor: token.lineControl,
    boxShadow: 'none',
  });
}
inside(`.${slider} input[aria-invalid="true"]${'::-webkit-slider-thumb'}`, { borderColor: token.dangerMark });
inside(`.${slider} input[aria-invalid="true"]${'::-moz-range-thumb'}`, { borderColor: token.dangerMark });
inside(`.${slider} output.${unanswered}`, {
  fontSize: token.textM,
  fontWeight: token.weightRegular,
  color: token.inkMuted,
});

inside(`.${slider} input::-moz-range-thumb`, {
  inlineSize: '1.625rem',
  blockSize: '1.625rem',
  borderRadius: '50%',
  background: token.surfaceRaised,
  border: `3px solid ${token.brandText}`,
});

inside(`.${sliderEnds} span:last-child`, { textAlign: 'end' });
