import { globalStyle, style } from '@vanilla-extract/css';
import { button } from './Button.css.ts';
import './layers.css.ts';

export const kioskCard = style({
  '@layer': {
    kiosk: {
      background: 'var(--surface-raised)',
      color: 'var(--ink)',
      border: '1px solid transparent',
      borderRadius: 'calc(var(--radius-xl) * 1.3)',
      padding: 'var(--space-10) var(--space-12)',
      display: 'grid',
      justifyItems: 'center',
      gap: 'var(--space-5)',
      boxShadow: 'var(--elevation-3)',
      inlineSize: 'min(46rem, 100%)',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

export const kioskActions = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: '1fr 1fr',
      gap: 'var(--space-4)',
      inlineSize: '100%',
      marginBlockStart: 'var(--space-3)',
      '@media': { '(max-width: 43.7em)': { gridTemplateColumns: '1fr' } },
    },
  },
});

globalStyle(`.${kioskCard} > p`, { '@layer': { kiosk: { fontSize: 'var(--text-l)', lineHeight: '1.4' } } });

globalStyle(`.${kioskCard} p`, { '@layer': { kiosk: { color: 'var(--ink-muted)', textAlign: 'center' } } });

globalStyle(`.${kioskActions} .${button}`, { '@layer': { kiosk: { minBlockSize: '5.5rem', fontSize: 'var(--text-l)' } } });
