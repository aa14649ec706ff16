import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { input } from './Input.css.ts';
import { component, inside } from './layers.css.ts';

/** A box for searching, with an icon in front of its words. */
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
