import { token } from './contract.css.ts';
import { iconButton } from './IconButton.css.ts';
import { input, inputWrap } from './Input.css.ts';
import { component, insideKiosk, kioskComponent } from './layers.css.ts';

export const dayStepper = kioskComponent({
  display: 'grid',
  gridTemplateColumns: `${token.control} minmax(0, 1fr) ${token.control}`,
  gap: token.space2,
  inlineSize: '100%',
});

insideKiosk(`.${dayStepper} > .${iconButton}`, {
  border: `2px solid ${token.lineControl}`,
  background: token.surfaceRaised,
});

insideKiosk(`.${dayStepper} .${inputWrap} .${input}`, { paddingInlineEnd: token.control });

insideKiosk(`.${dayStepper} .${input}`, { fontWeight: token.weightSemibold });

/** With doubled text, a date in Portuguese is longer than the box on a phone, and a box cannot wrap. */
export const dateBox = component({ fontSize: 'min(1em, 6.2vw)' });

export const pickerFrame = component({ inlineSize: '23rem', maxBlockSize: 'none' });
