import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { input } from './Input.css.ts';
import { atKiosk, insideKiosk, kioskComponent } from './layers.css.ts';

export const search = kioskComponent({ position: 'relative', inlineSize: '100%' });

insideKiosk(`.${search} > .${icon}`, {
  position: 'absolute',
  insetBlockStart: '50%',
  insetInlineStart: '1.25rem',
  transform: 'translateY(-50%)',
  color: token.inkMuted,
  pointerEvents: 'none',
});

atKiosk(`.${search} .${input}`, { paddingInline: '4rem' });

insideKiosk(`.${search} > .${iconButton}`, {
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0.25rem',
  marginBlock: 'auto',
});
