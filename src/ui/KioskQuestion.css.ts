import { globalStyle, style } from '@vanilla-extract/css';
import { brandMark } from './Brand.css.ts';
import { button } from './Button.css.ts';
import { choice, wide, words } from './Choices.css.ts';
import { question, questionLabel } from './FieldParts.css.ts';
import './layers.css.ts';

export const kioskQuestion = style({ '@layer': { kiosk: { display: 'grid', gridTemplateRows: 'auto 1fr auto', minBlockSize: '100dvh' } } });

export const questionHead = style({
  '@layer': {
    kiosk: { padding: 'var(--space-5) var(--page-gutter) var(--space-4)', display: 'grid', gap: 'var(--space-4)' },
  },
});

export const headRow = style({ '@layer': { kiosk: { display: 'flex', alignItems: 'center', gap: 'var(--space-5)' } } });

export const questionMain = style({
  '@layer': {
    kiosk: {
      alignSelf: 'center',
      inlineSize: '100%',
      maxInlineSize: '62rem',
      marginInline: 'auto',
      padding: 'var(--space-4) var(--page-gutter)',
    },
  },
});

export const questionFoot = style({
  '@layer': {
    kiosk: {
      display: 'flex',
      justifyContent: 'space-between',
      gap: 'var(--space-5)',
      alignItems: 'center',
      padding: 'var(--space-4) var(--page-gutter)',
      background: 'var(--surface-raised)',
      borderBlockStart: '1px solid var(--line)',
    },
  },
});

globalStyle(`.${headRow} .${brandMark}`, { '@layer': { kiosk: { inlineSize: '3rem', blockSize: '3rem' } } });

globalStyle(`.${questionMain} .${question}`, { '@layer': { kiosk: { gap: 'var(--space-5)' } } });

globalStyle(`.${questionMain} .${question} > legend, .${questionMain} .${question} > .${questionLabel}`, {
  '@layer': { kiosk: { fontSize: 'var(--text-2xl)', lineHeight: '1.2', letterSpacing: 'var(--tracking-title)' } },
});

globalStyle(`.${questionMain} .${choice}`, {
  '@layer': {
    kiosk: {
      minBlockSize: '6rem',
      padding: 'var(--space-4) var(--space-6)',
      gap: 'var(--space-5)',
      fontSize: 'var(--text-l)',
      borderWidth: '2px',
    },
  },
});

globalStyle(`.${questionMain} .${words}::before`, { '@layer': { kiosk: { inset: '-2px', borderWidth: '2px' } } });

globalStyle(`.${questionFoot} .${button}`, { '@layer': { kiosk: { minBlockSize: '5rem', minInlineSize: '13rem' } } });

globalStyle(`.${questionMain} .${wide}`, { '@layer': { kiosk: { '@media': { '(max-width: 61.99em)': { gridTemplateColumns: '1fr' } } } } });

export const headTitle = style({ '@layer': { kiosk: { flex: '1', fontSize: 'var(--text-l)', letterSpacing: 'var(--tracking-title)' } } });
