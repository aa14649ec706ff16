import { style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const rows = style({});

export const row = style({
  '@layer': {
    components: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 'var(--space-1) var(--space-4)',
      padding: 'var(--space-4) var(--space-5)',
      minBlockSize: '3.75rem',
      selectors: {
        'a&, button&': {
          inlineSize: '100%',
          color: 'var(--ink)',
          textAlign: 'start',
          textDecoration: 'none',
          background: 'none',
          border: '0',
          cursor: 'pointer',
        },
        'a&[data-going]': { background: 'var(--surface-hover)' },
        'a&:focus-visible, button&:focus-visible': { outlineOffset: '-4px', boxShadow: 'none', borderRadius: 'var(--radius-m)' },
      },
      '@media': {
        '(max-width: 47.99em)': { paddingInline: 'var(--space-4)', columnGap: 'var(--space-3)' },
        '(hover: hover)': { selectors: { 'a&:hover, button&:hover': { background: 'var(--surface-hover)' } } },
      },
    },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&[aria-current="true"]': { outline: '3px solid Highlight', outlineOffset: '-3px' } } },
  },
});

export const rowMain = component({ flex: '1 1 8.5rem', minInlineSize: '0' });

export const rowTitle = component({ display: 'block', fontWeight: 'var(--weight-semibold)', lineHeight: 'var(--leading-snug)' });

export const rowSub = component({ display: 'block', color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.45' });

export const rowIcon = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  borderRadius: 'var(--radius-m)',
  background: 'var(--accent-tint)',
  color: 'var(--ink)',
  flex: 'none',
  border: '1px solid transparent',
});

export const chevron = style({});

inside(`.${rows} > li + li, .${rows} > .${row} + .${row}`, { borderBlockStart: '1px solid var(--line)' });

inside(`.${row} .${chevron}`, { color: 'var(--ink-muted)' });
