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

export const pickerFrame = component({ inlineSize: '23rem', maxBlockSize: 'none' });
