import { globalStyle, style } from '@vanilla-extract/css';
import { button } from './Button.css.ts';
import { brand, brandMark } from './Brand.css.ts';
import { token } from './contract.css.ts';
import { utility } from './Utility.css.ts';
import './layers.css.ts';

export const stage = style({
  '@layer': {
    kiosk: {
      position: 'relative',
      isolation: 'isolate',
      overflow: 'clip',
      minBlockSize: '100dvh',
      display: 'flex',
      flexDirection: 'column',
      background: token.deep,
      color: token.onDeep,
      selectors: {
        '&::after': {
          content: '""',
          position: 'absolute',
          inset: '0',
          zIndex: '-1',
          background: `repeating-radial-gradient(circle at 50% 118%, transparent 0 4.4rem, ${token.deepLine} 4.42rem 4.54rem, transparent 4.58rem 5rem)`,
          opacity: '0.42',
          maskImage: 'linear-gradient(to bottom, transparent 35%, #000 100%)',
        },
      },
    },
  },
  '@media': {
    '(forced-colors: active)': { border: '1px solid CanvasText', selectors: { '&::after': { display: 'none' } } },
  },
});

export const centre = style({
  '@layer': {
    kiosk: {
      flex: '1',
      display: 'grid',
      placeContent: 'center',
      justifyItems: 'center',
      textAlign: 'center',
      gap: token.space6,
      padding: `${token.space6} ${token.pageGutter} ${token.space16}`,
    },
  },
});

export const note = style({
  '@layer': {
    kiosk: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: token.space3,
      color: token.onDeepMuted,
      fontSize: token.textM,
    },
  },
});

export const clearing = style({
  '@layer': {
    kiosk: {
      display: 'grid',
      gap: token.space3,
      justifyItems: 'center',
      inlineSize: '100%',
      color: token.onDeepMuted,
      marginBlockStart: token.space4,
    },
  },
});

export const clearbar = style({
  '@layer': {
    kiosk: {
      inlineSize: 'min(26rem, 100%)',
      blockSize: '0.75rem',
      borderRadius: token.radiusFull,
      background: token.deepRaised,
      overflow: 'clip',
      border: '1px solid transparent',
    },
  },
  '@media': { '(forced-colors: active)': { background: 'Canvas', border: '1px solid CanvasText' } },
});

export const personName = style({
  '@layer': {
    kiosk: {
      fontSize: token.text3xl,
      fontWeight: token.weightSemibold,
      letterSpacing: token.trackingDisplay,
      lineHeight: '1.1',
    },
  },
});

globalStyle(`.${stage} .${brand}, .${stage} .${brandMark}`, { '@layer': { kiosk: { color: 'inherit' } } });

globalStyle(`.${stage} .${brand} small`, { '@layer': { kiosk: { color: token.onDeepMuted } } });

globalStyle(`.${stage} .${utility}`, { '@layer': { kiosk: { color: token.onDeep } } });

globalStyle(`.${stage} .${utility}:hover`, {
  '@layer': { kiosk: { '@media': { '(hover: hover)': { background: token.deepRaised } } } },
});

globalStyle(`.${centre} h1`, { '@layer': { kiosk: { fontSize: token.text3xl, maxInlineSize: '20ch' } } });

globalStyle(`.${centre} > p`, {
  '@layer': {
    kiosk: { fontSize: token.textL, color: token.onDeepMuted, maxInlineSize: '36ch', lineHeight: '1.4' },
  },
});

globalStyle(`.${centre} > p.${note}`, {
  '@layer': { kiosk: { maxInlineSize: 'none', fontSize: token.textM, textAlign: 'start' } },
});

/** The remaining part of the time. */
export const left = '--left';

globalStyle(`.${clearbar} i`, {
  '@layer': {
    kiosk: {
      display: 'block',
      blockSize: '100%',
      inlineSize: `var(${left}, 60%)`,
      background: token.accentOnDeep,
      borderRadius: 'inherit',
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none', background: 'Highlight' } },
});

export const stageButton = style({ '@layer': { kiosk: { marginBlockStart: token.space2 } } });

globalStyle(`.${stageButton} .${button}`, {
  '@layer': { kiosk: { minBlockSize: '5.5rem', fontSize: token.textL, paddingInline: token.space12 } },
});
