import { token } from './contract.css.ts';
import { centredRow, component } from './layers.css.ts';

export const acting = component({
  ...centredRow,
  gap: token.space3,
  padding: `${token.space2} ${token.space4} ${token.space2} ${token.space3}`,
  borderRadius: `min(${token.radiusFull}, 1.25rem)`,
  background: token.accentTint,
  border: `1px solid ${token.line}`,
  color: token.ink,
  fontSize: token.textS,
  lineHeight: '1.35',
  inlineSize: 'fit-content',
  maxInlineSize: '100%',
  overflowWrap: 'anywhere',
});
