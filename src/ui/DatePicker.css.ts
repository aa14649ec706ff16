import { globalStyle, style } from '@vanilla-extract/css';
import { iconButton } from './IconButton.css.ts';
import { input, inputWrap } from './Input.css.ts';
import { component } from './layers.css.ts';

export const dayStepper = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'var(--control) minmax(0, 1fr) var(--control)',
      gap: 'var(--space-2)',
      inlineSize: '100%',
    },
  },
});

globalStyle(`.${dayStepper} > .${iconButton}`, { '@layer': { kiosk: { border: '2px solid var(--line-control)', background: 'var(--surface-raised)' } } });

globalStyle(`.${dayStepper} .${inputWrap} .${input}`, { '@layer': { kiosk: { paddingInlineEnd: 'var(--control)' } } });

globalStyle(`.${dayStepper} .${input}`, { '@layer': { kiosk: { fontWeight: 'var(--weight-semibold)' } } });

export const pickerFrame = component({ inlineSize: '23rem', maxBlockSize: 'none' });
