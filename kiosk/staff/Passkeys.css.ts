import { token } from '../../src/ui/contract.css.ts';
import { kioskComponent, oneColumn } from '../../src/ui/layers.css.ts';

/** The list and the form below each other, no wider than a name needs. */
export const passkeyStack = kioskComponent({
  ...oneColumn,
  gap: token.space5,
  maxInlineSize: '46rem',
  marginBlockStart: token.space4,
});
