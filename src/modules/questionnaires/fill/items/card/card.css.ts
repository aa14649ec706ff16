import { token } from '../../../../../ui/contract.css.ts';
import { component, inside } from '../../../../../ui/layers.css.ts';

/** The frame in the shape of a card; the camera shows only what will be on the photo. */
export const stage = component({
  inlineSize: '100%',
  aspectRatio: '85.6 / 53.98',
  overflow: 'hidden',
  border: `2px solid ${token.lineControl}`,
  borderRadius: token.radiusL,
  background: token.surface,
  display: 'grid',
  placeItems: 'center',
});
inside(`.${stage} > video`, { inlineSize: '100%', blockSize: '100%', objectFit: 'cover' });
inside(`.${stage} > canvas`, { maxInlineSize: '100%', maxBlockSize: '100%', objectFit: 'contain' });

/** One line is kept free for it, so that the buttons do not move while somebody aims. */
export const advice = component({ fontWeight: token.weightSemibold, minBlockSize: '1.5em' });
