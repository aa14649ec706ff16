import { atKiosk, component } from './layers.css.ts';

export const icon = component({
  inlineSize: '1.5rem',
  blockSize: '1.5rem',
  flex: 'none',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.75',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});
atKiosk(`.${icon}`, { inlineSize: '2rem', blockSize: '2rem' });

export const iconS = component({ inlineSize: '1.25rem', blockSize: '1.25rem' });
atKiosk(`.${iconS}`, { inlineSize: '1.5rem', blockSize: '1.5rem' });

export const iconXs = component({ inlineSize: '1.0625rem', blockSize: '1.0625rem', strokeWidth: '2' });
atKiosk(`.${iconXs}`, { inlineSize: '1.5rem', blockSize: '1.5rem' });

export const iconL = component({ inlineSize: '2rem', blockSize: '2rem', strokeWidth: '1.5' });
