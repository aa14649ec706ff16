import { globalStyle, style } from '@vanilla-extract/css';
import '../../src/ui/layers.css.ts';

export const languageChoice = style({
  '@layer': {
    kiosk: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: 'var(--space-2)',
      minBlockSize: 'var(--target)',
      paddingInline: 'var(--space-4)',
      borderRadius: 'var(--radius-m)',
      fontSize: 'var(--text-m)',
      fontWeight: 'var(--weight-medium)',
      color: 'inherit',
    },
  },
});

/** The native list lies over the whole place, so that all of it opens the list. */
export const languageSelect = style({
  '@layer': {
    kiosk: {
      appearance: 'none',
      border: '0',
      background: 'none',
      color: 'inherit',
      font: 'inherit',
      cursor: 'pointer',
      // As wide as the language that is shown, where the browser can.
      fieldSizing: 'content',
      minBlockSize: 'var(--target)',
      marginInline: 'calc(-1 * var(--space-12))',
      paddingInline: 'var(--space-12)',
      borderRadius: 'var(--radius-m)',
    },
  },
});

globalStyle(`.${languageSelect} option`, { '@layer': { kiosk: { color: 'CanvasText', background: 'Canvas' } } });
