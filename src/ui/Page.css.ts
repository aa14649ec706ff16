import { style } from '@vanilla-extract/css';
import { lead } from './text.css.ts';
import { component, inside } from './layers.css.ts';

export const page = style({
  '@layer': {
    components: {
      maxInlineSize: 'calc(var(--page-max) + 2 * var(--page-gutter))',
      marginInline: 'auto',
      padding: 'var(--space-4) var(--page-gutter) calc(var(--bar-bottom) + var(--space-12))',
      '@media': {
        '(min-width: 48em) and (max-width: 61.99em)': { paddingBlockEnd: 'var(--space-12)' },
        '(min-width: 62em)': { paddingBlock: 'var(--space-10) var(--space-16)' },
      },
    },
    // The sheet has its own margins.
    print: { '@media': { print: { padding: '0', maxInlineSize: 'none' } } },
  },
});

export const narrow = component({ maxInlineSize: 'calc(44rem + 2 * var(--page-gutter))' });

export const pageHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 'var(--space-3) var(--space-4)',
  marginBlockEnd: 'var(--space-6)',
  '@media': { '(min-width: 62em)': { marginBlockEnd: 'var(--space-8)' } },
});

export const atEnd = style({});

export const section = component({
  marginBlockStart: 'var(--space-10)',
  '@media': { '(min-width: 62em)': { marginBlockStart: 'var(--space-12)' } },
});

export const sectionHead = component({
  display: 'flex',
  alignItems: 'baseline',
  gap: 'var(--space-2) var(--space-4)',
  flexWrap: 'wrap',
  marginBlockEnd: 'var(--space-4)',
});

export const back = style({
  '@layer': {
    components: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 'var(--space-2)',
      minBlockSize: 'var(--target)',
      marginInlineStart: '-0.25rem',
      border: '0',
      background: 'none',
      padding: '0.25rem',
      cursor: 'pointer',
      color: 'var(--brand-text)',
      fontWeight: 'var(--weight-medium)',
      textDecoration: 'none',
      '@media': { '(hover: hover)': { selectors: { '&:hover': { textDecoration: 'underline' } } } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});

inside(`.${pageHead} > .${atEnd}`, { marginInlineStart: 'auto' });

inside(`.${pageHead} .${lead}`, { flexBasis: '100%' });

inside(`.${sectionHead} h2`, { marginInlineEnd: 'auto' });

/** Between a question bar and an action bar the page is closer. */
inside(`.${page}[data-flat]`, { paddingBlock: 'var(--space-5) var(--space-12)' });
