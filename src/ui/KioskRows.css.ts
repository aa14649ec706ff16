import { globalStyle, style } from '@vanilla-extract/css';
import { button } from './Button.css.ts';
import { token } from './contract.css.ts';
import { rowSub } from './Row.css.ts';
import { segmented } from './Segmented.css.ts';
import './layers.css.ts';

export const filters = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1.3fr) 24.5rem minmax(0, 1fr)',
      gap: `${token.space4} ${token.space5}`,
      alignItems: 'end',
      marginBlock: `${token.space5} ${token.space4}`,
      '@media': {
        '(max-width: 61.99em)': { gridTemplateColumns: 'minmax(0, 1.5fr) minmax(0, 1fr)' },
        '(max-width: 43.7em)': { gridTemplateColumns: '1fr' },
      },
    },
  },
});

globalStyle(`.${filters} > :first-child`, {
  '@layer': {
    kiosk: { maxInlineSize: 'none', '@media': { '(max-width: 61.99em)': { gridColumn: '1 / -1' } } },
  },
});

globalStyle(`[data-surface="kiosk"] .${segmented}`, { '@layer': { kiosk: { display: 'flex' } } });

globalStyle(`[data-surface="kiosk"] .${segmented} label`, {
  '@layer': { kiosk: { fontSize: token.textM, paddingInline: token.space5 } },
});

export const sum = style({ '@layer': { kiosk: { color: token.inkMuted, marginBlock: token.space4 } } });

export const group = style({
  '@layer': { kiosk: { display: 'grid', gap: token.space3, marginBlockEnd: token.space6 } },
});

export const more = style({
  '@layer': { kiosk: { display: 'grid', justifyItems: 'center', marginBlockStart: token.space5 } },
});

export const side = style({ '@layer': { kiosk: { display: 'grid', gap: token.space2 } } });

export const kioskList = style({ '@layer': { kiosk: { display: 'grid', gap: token.space4 } } });

export const kioskRow = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1.4fr) 13.5rem',
      gap: token.space6,
      alignItems: 'center',
      padding: `${token.space5} ${token.space5} ${token.space5} ${token.space6}`,
      background: token.surface,
      border: `1px solid ${token.line}`,
      borderRadius: token.radiusL,
      '@media': {
        '(max-width: 61.99em)': { gridTemplateColumns: 'minmax(0, 1fr) 12rem' },
        '(max-width: 43.7em)': { gridTemplateColumns: '1fr' },
      },
    },
  },
});

export const wait = style({});

globalStyle(`.${kioskRow} h2`, { '@layer': { kiosk: { fontSize: token.textL } } });

globalStyle(`.${kioskRow} .${rowSub}`, { '@layer': { kiosk: { fontSize: token.textS } } });

globalStyle(`.${kioskRow} ul`, {
  '@layer': { kiosk: { display: 'grid', gap: token.space1, lineHeight: '1.35', fontSize: token.textS } },
});

globalStyle(`.${kioskRow} li`, { '@layer': { kiosk: { display: 'flex', gap: token.space2 } } });

globalStyle(`.${kioskRow} li::before`, {
  '@layer': {
    kiosk: {
      content: '""',
      inlineSize: '0.5rem',
      blockSize: '0.5rem',
      borderRadius: '50%',
      background: token.brandMark,
      flex: 'none',
      marginBlockStart: '0.5em',
    },
  },
});

globalStyle(`.${kioskRow} .${button}`, { '@layer': { kiosk: { inlineSize: '100%' } } });

globalStyle(`.${kioskRow} .${wait}`, {
  '@layer': {
    kiosk: {
      color: token.inkMuted,
      fontSize: token.textS,
      lineHeight: '1.35',
      display: 'flex',
      gap: token.space2,
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
