import { globalStyle, style } from '@vanilla-extract/css';
import { brandMark } from './Brand.css.ts';
import { button } from './Button.css.ts';
import { choice, wide, words } from './Choices.css.ts';
import { token } from './contract.css.ts';
import { question, questionLabel } from './FieldParts.css.ts';
import './layers.css.ts';

export const kioskQuestion = style({
  '@layer': { kiosk: { display: 'grid', gridTemplateRows: 'auto 1fr auto', minBlockSize: '100dvh' } },
});

export const questionHead = style({
  '@layer': {
    kiosk: { padding: `${token.space5} ${token.pageGutter} ${token.space4}`, display: 'grid', gap: token.space4 },
  },
});

export const headRow = style({ '@layer': { kiosk: { display: 'flex', alignItems: 'center', gap: token.space5 } } });

export const questionMain = style({
  '@layer': {
    kiosk: {
      alignSelf: 'center',
      inlineSize: '100%',
      maxInlineSize: '62rem',
      marginInline: 'auto',
      padding: `${token.space4} ${token.pageGutter}`,
    },
  },
});

/** Stands behind `questionMain`, whose place and width it changes. */
export const listMain = style({
  '@layer': { kiosk: { alignSelf: 'start', maxInlineSize: '68rem', paddingBlockEnd: token.space8 } },
});

export const questionFoot = style({
  '@layer': {
    kiosk: {
      display: 'flex',
      justifyContent: 'space-between',
      gap: token.space5,
      alignItems: 'center',
      padding: `${token.space4} ${token.pageGutter}`,
      background: token.surfaceRaised,
      borderBlockStart: `1px solid ${token.line}`,
    },
  },
});

globalStyle(`.${headRow} .${brandMark}`, { '@layer': { kiosk: { inlineSize: '3rem', blockSize: '3rem' } } });

globalStyle(`.${questionMain} .${question}`, { '@layer': { kiosk: { gap: token.space5 } } });

globalStyle(`.${questionMain} .${question} > .${questionLabel}`, {
  '@layer': { kiosk: { fontSize: token.text2xl, lineHeight: '1.2', letterSpacing: token.trackingTitle } },
});

globalStyle(`.${questionMain} .${choice}`, {
  '@layer': {
    kiosk: {
      minBlockSize: '6rem',
      padding: `${token.space4} ${token.space6}`,
      gap: token.space5,
      fontSize: token.textL,
      borderWidth: '2px',
    },
  },
});

globalStyle(`.${questionMain} .${words}::before`, { '@layer': { kiosk: { inset: '-2px', borderWidth: '2px' } } });

globalStyle(`.${questionFoot} .${button}`, { '@layer': { kiosk: { minBlockSize: '5rem', minInlineSize: '13rem' } } });

globalStyle(`.${questionMain} .${wide}`, {
  '@layer': { kiosk: { '@media': { '(max-width: 61.99em)': { gridTemplateColumns: '1fr' } } } },
});

export const headTitle = style({
  '@layer': { kiosk: { flex: '1', fontSize: token.textL, letterSpacing: token.trackingTitle } },
});
