import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { input } from './Input.css.ts';
import { component, inside } from './layers.css.ts';

/** Around the icon of a search and its input. */
export const searchBox = component({ position: 'relative', inlineSize: '100%' });
inside(`.${searchBox} > .${icon}`, {
  position: 'absolute',
  insetInlineStart: '0.875rem',
  insetBlockStart: '50%',
  transform: 'translateY(-50%)',
  color: token.inkMuted,
  pointerEvents: 'none',
});
inside(`.${searchBox} .${input}`, { paddingInlineStart: '2.875rem' });
