import { globalStyle, style } from '@vanilla-extract/css';
import '../../src/ui/layers.css.ts';

/** Keeps Next at its place where there is nothing to go back to. */
export const spacer = style({ '@layer': { kiosk: { flex: 'none' } } });

export const screen = style({ '@layer': { kiosk: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-6)' } } });

export const instructions = style({ '@layer': { kiosk: { fontSize: 'var(--text-l)', lineHeight: '1.45' } } });

export const questionWords = style({ '@layer': { kiosk: { display: 'grid', gap: 'var(--space-1)', minInlineSize: '0' } } });

export const checkList = style({ '@layer': { kiosk: { display: 'grid', gap: 'var(--space-3)' } } });

export const checkRow = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      gap: 'var(--space-4)',
      alignItems: 'center',
      padding: 'var(--space-4) var(--space-5)',
      background: 'var(--surface)',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius-l)',
      '@media': { '(max-width: 43.7em)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
    },
  },
});

export const checkState = style({
  '@layer': { kiosk: { display: 'inline-flex', alignItems: 'center', gap: 'var(--space-2)', color: 'var(--ink-muted)', fontSize: 'var(--text-s)' } },
});

globalStyle(`.${screen} > h2`, { '@layer': { kiosk: { fontSize: 'var(--text-2xl)', lineHeight: '1.2' } } });
