import { token } from '../../../../../ui/contract.css.ts';
import { centredRow, component } from '../../../../../ui/layers.css.ts';

export const chosenList = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: token.space2,
  margin: '0',
  padding: '0',
  listStyle: 'none',
  inlineSize: '100%',
});

export const chosen = component({
  ...centredRow,
  gap: token.space1,
  minInlineSize: '0',
  maxInlineSize: '100%',
  paddingInlineStart: token.space3,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.brandTint,
  color: token.brandText,
  overflowWrap: 'anywhere',
});

export const chosenWords = component({ minInlineSize: '0', paddingBlock: token.space1 });

export const whole = component({ display: 'grid', gap: token.space3, inlineSize: '100%', minInlineSize: '0' });
