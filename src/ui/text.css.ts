import { style } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

export const muted = style({ '@layer': { utilities: { color: 'var(--ink-muted)' } } });

export const small = style({ '@layer': { utilities: { fontSize: 'var(--text-s)' } } });

export const stack = style({ '@layer': { utilities: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-4)' } } });

export const nowrap = style({ '@layer': { utilities: { whiteSpace: 'nowrap' } } });

/** Not on paper: what only a screen can do. */
export const screenOnly = style({ '@layer': { print: { '@media': { print: { display: 'none !important' } } } } });

export const printOnly = style({
  '@layer': {
    utilities: { display: 'none' },
    print: {
      '@media': {
        print: {
          display: 'block',
          fontSize: '10pt',
          maxInlineSize: 'none',
          marginBlockEnd: '12pt',
          paddingBlockEnd: '6pt',
          borderBlockEnd: '1pt solid #000',
        },
      },
    },
  },
});

export const lead = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-m)' });
