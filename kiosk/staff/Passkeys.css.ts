import { token } from '../../src/ui/contract.css.ts';
import { kioskComponent } from '../../src/ui/layers.css.ts';

/** The list and the form below each other, no wider than a name needs. */
export const passkeyStack = kioskComponent({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: token.space5,
  maxInlineSize: '46rem',
  marginBlockStart: token.space4,
});
