import { globalStyle, style } from '@vanilla-extract/css';
import { token } from './contract.css.ts';
import './layers.css.ts';

export const kioskFacts = style({
  '@layer': {
    kiosk: {
      marginBlock: `${token.space5} ${token.space6}`,
      background: token.surface,
      border: `1px solid ${token.line}`,
      borderRadius: token.radiusL,
      paddingInline: token.space6,
      fontSize: token.textM,
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

globalStyle(`.${kioskFacts} > div`, {
  '@layer': {
    kiosk: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)',
      gap: `${token.space1} ${token.space5}`,
      alignItems: 'baseline',
      paddingBlock: token.space4,
      '@media': { '(max-width: 43.7em)': { gridTemplateColumns: 'minmax(0, 1fr)' } },
    },
  },
});

globalStyle(`.${kioskFacts} > div + div`, {
  '@layer': { kiosk: { borderBlockStart: `1px solid ${token.line}` } },
});

globalStyle(`.${kioskFacts} dt`, { '@layer': { kiosk: { color: token.inkMuted } } });

globalStyle(`.${kioskFacts} dd`, {
  '@layer': { kiosk: { margin: '0', fontWeight: token.weightMedium, overflowWrap: 'anywhere' } },
});
