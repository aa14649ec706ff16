import { token } from './contract.css.ts';
import { input } from './Input.css.ts';
import { component, inside } from './layers.css.ts';

export const dateBoxes = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: token.space3,
  inlineSize: '100%',
  minInlineSize: '0',
});

/** Label, error and box. The boxes stay aligned when errors make one part taller. */
export const datePart = component({ display: 'grid', gap: '0.25rem', alignContent: 'end' });

inside(`.${dateBoxes} label`, { fontSize: token.textS, color: token.inkMuted });

inside(`.${dateBoxes} .${input}`, {
  maxInlineSize: '100%',
  inlineSize: '4.5rem',
  fontSize: token.textM,
  color: token.ink,
});

inside(`.${dateBoxes} [data-part="year"] .${input}`, { inlineSize: '6.5rem' });
