import { token } from './contract.css.ts';
import { component, inForcedColours } from './layers.css.ts';

export const count = component({
  display: 'inline-grid',
  placeItems: 'center',
  minInlineSize: '1.375rem',
  blockSize: '1.375rem',
  paddingInline: '0.3125rem',
  borderRadius: token.radiusFull,
  background: token.accent,
  color: token.onAccent,
  fontSize: '0.8125rem',
  fontWeight: token.weightBold,
  WebkitTextStroke: '0',
  lineHeight: '1',
  fontVariantNumeric: 'tabular-nums',
  border: '1px solid transparent',
});
inForcedColours(`.${count}`, { border: '1px solid CanvasText', forcedColorAdjust: 'none' });
