import { globalStyle, style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const slider = component({ inlineSize: '100%', display: 'grid', gap: 'var(--space-1)' });

export const sliderEnds = component({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 'var(--space-4)',
  fontSize: 'var(--text-s)',
  color: 'var(--ink-muted)',
});

export const untouched = style({});

export const unanswered = style({});

export const scale = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'repeat(var(--steps, 11), minmax(0, 1fr))',
      gap: 'var(--space-2)',
      inlineSize: '100%',
      '@media': { '(max-width: 61.99em)': { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' } },
    },
  },
});

inside(`.${slider} output`, {
  justifySelf: 'start',
  fontSize: 'var(--text-xl)',
  fontWeight: 'var(--weight-semibold)',
  lineHeight: '1.2',
  fontVariantNumeric: 'tabular-nums',
});

inside(`.${slider} output small`, { fontSize: 'var(--text-s)', fontWeight: 'var(--weight-regular)', color: 'var(--ink-muted)' });

inside(`.${slider} input`, {
  appearance: 'none',
  inlineSize: '100%',
  blockSize: 'var(--target)',
  margin: '0',
  background: 'none',
  cursor: 'pointer',
  vars: {
    '--track': 'linear-gradient(to right, var(--brand-mark) var(--at, 50%), var(--line-strong) var(--at, 50%))',
  },
});

// One selector that an engine does not know would drop the whole list: each engine has its own rule.
for (const track of ['::-webkit-slider-runnable-track', '::-moz-range-track']) {
  inside(`.${slider} input${track}`, {
    blockSize: '0.5rem',
    borderRadius: 'var(--radius-full)',
    background: 'var(--track)',
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
  background: 'var(--surface-raised)',
  border: '3px solid var(--brand-text)',
  boxShadow: 'var(--elevation-2)',
});

// Not answered: nothing on the track is coloured, and the knob is an outline that waits.
inside(`.${slider} input.${untouched}`, { vars: { '--track': 'var(--line-strong)' } });
for (const thumb of ['::-webkit-slider-thumb', '::-moz-range-thumb']) {
  inside(`.${slider} input.${untouched}${thumb}`, { borderStyle: 'dashed', borderColor: 'var(--line-control)', boxShadow: 'none' });
}
inside(`.${slider} input[aria-invalid="true"]${'::-webkit-slider-thumb'}`, { borderColor: 'var(--danger-mark)' });
inside(`.${slider} input[aria-invalid="true"]${'::-moz-range-thumb'}`, { borderColor: 'var(--danger-mark)' });
inside(`.${slider} output.${unanswered}`, { fontSize: 'var(--text-m)', fontWeight: 'var(--weight-regular)', color: 'var(--ink-muted)' });

inside(`.${slider} input::-moz-range-thumb`, {
  inlineSize: '1.625rem',
  blockSize: '1.625rem',
  borderRadius: '50%',
  background: 'var(--surface-raised)',
  border: '3px solid var(--brand-text)',
});

inside(`.${sliderEnds} span:last-child`, { textAlign: 'end' });

globalStyle(`.${scale} label`, {
  '@layer': {
    kiosk: {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      minBlockSize: '5rem',
      border: '2px solid var(--line-strong)',
      borderRadius: 'var(--radius-m)',
      background: 'var(--surface-raised)',
      fontSize: 'var(--text-l)',
      fontWeight: 'var(--weight-semibold)',
      cursor: 'pointer',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none' } },
});

globalStyle(`.${scale} input`, { '@layer': { kiosk: { appearance: 'none', position: 'absolute', inset: '0', opacity: '0', margin: '0', cursor: 'pointer' } } });

globalStyle(`.${scale} label:has(:checked)`, { '@layer': { kiosk: { background: 'var(--brand-solid)', borderColor: 'var(--brand-text)', color: 'var(--on-brand)' } } });

globalStyle(`.${scale} label:has(:checked):not(:has(:focus-visible))`, { '@media': { '(forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: '-3px' } } });

globalStyle(`.${scale} label:has(:focus-visible)`, {
  '@layer': { kiosk: { outline: 'var(--focus-width) solid var(--focus-ring)', outlineOffset: 'var(--focus-offset)' } },
});
