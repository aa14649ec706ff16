import { token } from '../../ui/contract.css.ts';
import { component } from '../../ui/layers.css.ts';

export const termsText = component({
  maxBlockSize: '50dvh',
  overflow: 'auto',
  position: 'relative',
  padding: token.space4,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusM,
  background: token.surface,
  '@media': { '(max-height: 30em)': { maxBlockSize: 'none' } },
});
