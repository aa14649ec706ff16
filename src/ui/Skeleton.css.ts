import { keyframes } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

const breathe = keyframes({ from: { opacity: 1 }, to: { opacity: 0.45 } });
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } });

export const skeletonFrame = component({
  display: 'grid',
  gap: 'var(--space-4)',
  animation: `${appear} 1ms linear var(--motion-delay-loading) both`,
});

export const skeleton = component({
  display: 'block',
  borderRadius: 'var(--radius-s)',
  background: 'var(--line)',
  blockSize: '1em',
  animation: `${breathe} 1.6s var(--ease-in-out) infinite alternate`,
});
