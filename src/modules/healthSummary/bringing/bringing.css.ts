import { token } from '../../../ui/contract.css.ts';
import { component, inside, oneColumn } from '../../../ui/layers.css.ts';

export const stage = component({
  inlineSize: '100%',
  aspectRatio: '1',
  maxInlineSize: '22rem',
  overflow: 'hidden',
  borderRadius: token.radiusL,
  background: token.surface,
});
inside(`.${stage} > video`, { inlineSize: '100%', blockSize: '100%', objectFit: 'cover' });
export const summaryBrought = component({ ...oneColumn, gap: token.space4 });
