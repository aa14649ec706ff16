import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { iconButton } from './IconButton.css.ts';
import { input, inputWrap } from './Input.css.ts';
import { component } from './layers.css.ts';

export const dayStepper = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: `${token.control} minmax(0, 1fr) ${token.control}`,
      gap: token.space2,
      inlineSize: '100%',
    },
  },
});

globalStyle(`.${dayStepper} > .${iconButton}`, {
  '@layer': { kiosk: { border: `2px solid ${token.lineControl}`, background: token.surfaceRaised } },
});

globalStyle(`.${dayStepper} .${inputWrap} .${input}`, { '@layer': { kiosk: { paddingInlineEnd: token.control } } });

globalStyle(`.${dayStepper} .${input}`, { '@layer': { kiosk: { fontWeight: token.weightSemibold } } });

export const pickerFrame = component({ inlineSize: '23rem', maxBlockSize: 'none' });
