import { keyframes } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import { component } from './layers.css.ts';

const breathe = keyframes({ from: { opacity: 1 }, to: { opacity: 0.45 } });
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

export const skeletonFrame = component({
  display: 'grid',
  gap: token.space4,
  animation: `${appear} 1ms linear ${token.motionDelayLoading} both`,
});

export const skeleton = component({
  display: 'block',
  borderRadius: token.radiusS,
  background: token.line,
  blockSize: '1em',
  animation: `${breathe} 1.6s ${token.easeInOut} infinite alternate`,
});
