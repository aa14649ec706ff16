import { style } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

export const avatar = style({
  '@layer': {
    components: {
      display: 'inline-grid',
      placeItems: 'center',
      inlineSize: '2.75rem',
      blockSize: '2.75rem',
      flex: 'none',
      borderRadius: '50%',
      border: '1px solid transparent',
      background: 'var(--brand-tint-strong)',
      color: 'var(--brand-text)',
      fontWeight: 'var(--weight-semibold)',
      fontSize: 'var(--text-s)',
      letterSpacing: '0.01em',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

export const avatarWarm = component({ background: 'var(--accent-tint)', color: 'var(--ink)' });

export const avatarL = component({ inlineSize: '4rem', blockSize: '4rem', fontSize: 'var(--text-l)' });

export const avatarS = component({ inlineSize: '2rem', blockSize: '2rem', fontSize: 'var(--text-xs)' });
