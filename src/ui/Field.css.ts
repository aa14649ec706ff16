import { token } from './contract.css.ts';
import { input } from './Input.css.ts';
import { component, inside, oneColumn } from './layers.css.ts';

export const field = component({
  ...oneColumn,
  gap: '0.375rem',
  justifyItems: 'start',
  alignContent: 'start',
  minInlineSize: '0',
});

export const withUnit = component({ display: 'flex', alignItems: 'center', gap: token.space3, inlineSize: '100%' });

export const countHint = component({
  justifySelf: 'end',
  fontSize: token.textXs,
  color: token.inkMuted,
  fontVariantNumeric: 'tabular-nums',
});

export const codeInput = component({
  fontSize: '1.75rem',
  letterSpacing: '0.55em',
  textAlign: 'center',
  paddingInlineStart: '0.55em',
  fontVariantNumeric: 'tabular-nums',
  minBlockSize: '4rem',
});

inside(`.${withUnit} .${input}`, { maxInlineSize: '9rem' });

export const unitText = component({ color: token.inkMuted });

/** Several boxes as one field. Not a fieldset, because engines differ in the space below a legend. */
export const groupFrame = component({ inlineSize: '100%' });
export const groupLabel = component({ fontWeight: token.weightSemibold, lineHeight: token.leadingSnug });
