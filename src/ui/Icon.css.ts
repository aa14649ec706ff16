import { style } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

export const icon = style({
  '@layer': {
    components: {
      inlineSize: '1.5rem',
      blockSize: '1.5rem',
      flex: 'none',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: '1.75',
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: '2rem', blockSize: '2rem' } } },
  },
});

export const iconS = style({
  '@layer': {
    components: { inlineSize: '1.25rem', blockSize: '1.25rem' },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: '1.5rem', blockSize: '1.5rem' } } },
  },
});

export const iconXs = style({
  '@layer': {
    components: { inlineSize: '1.0625rem', blockSize: '1.0625rem', strokeWidth: '2' },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: '1.5rem', blockSize: '1.5rem' } } },
  },
});

export const iconL = component({ inlineSize: '2rem', blockSize: '2rem', strokeWidth: '1.5' });
