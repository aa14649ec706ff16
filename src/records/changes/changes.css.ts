import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

export const changeLine = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '0.375rem',
  marginBlockStart: '0.25rem',
  color: token.ink,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  lineHeight: '1.45',
  overflowWrap: 'anywhere',
});
inside(`.${changeLine} .${icon}`, {
  inlineSize: '1.125rem',
  blockSize: '1.125rem',
  marginBlockStart: '0.1em',
  flex: 'none',
});

export const beforeDetails = component({ marginBlockStart: token.space2 });

// On a phone the entry's other facts come below, and these are no longer true.
inside(`.${beforeDetails} > :not(summary)`, {
  paddingInlineStart: token.space3,
  borderInlineStart: `4px solid ${token.line}`,
});

export const goneLines = component({ marginBlockEnd: token.space4, overflowWrap: 'anywhere' });
