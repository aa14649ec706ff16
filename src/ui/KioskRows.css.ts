import { globalStyle, style } from '@vanilla-extract/css';
import { button } from './Button.css.ts';
import { rowSub } from './Row.css.ts';
import './layers.css.ts';

export const filters = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
      gap: 'var(--space-5)',
      alignItems: 'end',
      marginBlock: 'var(--space-6) var(--space-6)',
      '@media': {
        '(max-width: 61.99em)': { gridTemplateColumns: 'minmax(0, 1.4fr) minmax(0, 1fr)' },
        '(max-width: 43.7em)': { gridTemplateColumns: '1fr' },
      },
    },
  },
});

globalStyle(`.${filters} > p`, { '@layer': { kiosk: { paddingBlockEnd: '1.1rem' } } });

export const kioskList = style({ '@layer': { kiosk: { display: 'grid', gap: 'var(--space-4)' } } });

export const kioskRow = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1.4fr) 13.5rem',
      gap: 'var(--space-6)',
      alignItems: 'center',
      padding: 'var(--space-5) var(--space-5) var(--space-5) var(--space-6)',
      background: 'var(--surface)',
      border: '1px solid var(--line)',
      borderRadius: 'var(--radius-l)',
      '@media': {
        '(max-width: 61.99em)': { gridTemplateColumns: 'minmax(0, 1fr) 12rem' },
        '(max-width: 43.7em)': { gridTemplateColumns: '1fr' },
      },
    },
  },
});

export const wait = style({});

globalStyle(`.${kioskRow} h2`, { '@layer': { kiosk: { fontSize: 'var(--text-l)' } } });

globalStyle(`.${kioskRow} .${rowSub}`, { '@layer': { kiosk: { fontSize: 'var(--text-s)' } } });

globalStyle(`.${kioskRow} ul`, {
  '@layer': { kiosk: { display: 'grid', gap: 'var(--space-1)', lineHeight: '1.35', fontSize: 'var(--text-s)' } },
});

globalStyle(`.${kioskRow} li`, { '@layer': { kiosk: { display: 'flex', gap: 'var(--space-2)' } } });

globalStyle(`.${kioskRow} li::before`, {
  '@layer': {
    kiosk: {
      content: '""',
      inlineSize: '0.5rem',
      blockSize: '0.5rem',
      borderRadius: '50%',
      background: 'var(--brand-mark)',
      flex: 'none',
      marginBlockStart: '0.5em',
    },
  },
});

globalStyle(`.${kioskRow} .${button}`, { '@layer': { kiosk: { inlineSize: '100%' } } });

globalStyle(`.${kioskRow} .${wait}`, {
  '@layer': {
    kiosk: {
      color: 'var(--ink-muted)',
      fontSize: 'var(--text-s)',
      lineHeight: '1.35',
      display: 'flex',
      gap: 'var(--space-2)',
      alignItems: 'center',
    },
  },
});

globalStyle(`.${kioskRow} > ul`, {
  '@layer': {
    kiosk: {
      '@media': {
        '(max-width: 61.99em)': { gridColumn: '1', gridRow: '2' },
        '(max-width: 43.7em)': { gridColumn: '1', gridRow: 'auto' },
      },
    },
  },
});

globalStyle(`.${kioskRow} > :last-child`, {
  '@layer': {
    kiosk: {
      '@media': {
        '(max-width: 61.99em)': { gridColumn: '2', gridRow: '1 / span 2' },
        '(max-width: 43.7em)': { gridColumn: '1', gridRow: 'auto' },
      },
    },
  },
});
