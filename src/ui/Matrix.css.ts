import { style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const matrix = component({
  display: 'grid',
  gap: 'var(--space-4)',
  inlineSize: '100%',
  '@media': {
    '(min-width: 48em)': {
      gap: '0',
      border: '1px solid var(--line-strong)',
      borderRadius: 'var(--radius-l)',
      background: 'var(--surface-raised)',
      overflow: 'clip',
    },
  },
});

export const head = component({
  display: 'none',
  '@media': {
    '(min-width: 48em)': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1.6fr) repeat(var(--cols, 4), minmax(0, 1fr))',
      padding: 'var(--space-3) var(--space-5)',
      fontSize: 'var(--text-s)',
      color: 'var(--ink-muted)',
      background: 'var(--surface-sunken)',
      textAlign: 'center',
      lineHeight: '1.3',
      alignItems: 'end',
    },
  },
});

export const row = component({
  padding: 'var(--space-4)',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-m)',
  background: 'var(--surface-raised)',
  '@media': {
    '(min-width: 48em)': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      border: '0',
      borderRadius: '0',
      borderBlockStart: '1px solid var(--line)',
      padding: '0 var(--space-5)',
    },
  },
});

export const options = component({
  clear: 'both',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(8.25rem, 100%), 1fr))',
  gap: 'var(--space-2)',
  '@media': {
    '(min-width: 48em)': { gridTemplateColumns: 'repeat(var(--cols, 4), minmax(0, 1fr))', gap: '0', flex: '1' },
  },
});

export const option = style({
  '@layer': {
    components: {
      position: 'relative',
      display: 'flex',
      alignItems: 'center',
      gap: 'var(--space-2)',
      minBlockSize: '3rem',
      paddingInline: 'var(--space-3)',
      border: '1.5px solid var(--line)',
      borderRadius: 'var(--radius-m)',
      fontSize: 'var(--text-s)',
      lineHeight: '1.25',
      cursor: 'pointer',
      selectors: {
        '&:has(:checked)': { borderColor: 'var(--brand-text)', background: 'var(--brand-tint)', fontWeight: 'var(--weight-semibold)' },
        '&:has(:focus-visible)': { outline: 'var(--focus-width) solid var(--focus-ring)', outlineOffset: '2px' },
      },
      '@media': {
        '(min-width: 48em)': {
          justifyContent: 'center',
          border: '0',
          borderRadius: '0',
          minBlockSize: '4rem',
          padding: '0',
          background: 'none !important',
        },
      },
    },
  },
  '@media': {
    '(forced-colors: active)': { selectors: { '&:has(:checked):not(:has(:focus-visible))': { outline: '3px solid Highlight', outlineOffset: '-3px' } } },
  },
});

inside(`.${row} legend`, {
  float: 'inline-start',
  inlineSize: '100%',
  fontWeight: 'var(--weight-medium)',
  lineHeight: '1.35',
  marginBlockEnd: 'var(--space-3)',
  '@media': {
    '(min-width: 48em)': {
      flex: '0 0 calc(100% * 1.6 / (1.6 + var(--cols, 4)))',
      margin: '0',
      paddingBlock: 'var(--space-4)',
      paddingInlineEnd: 'var(--space-4)',
    },
  },
});

inside(`.${option} span`, {
  '@media': {
    '(min-width: 48em)': { position: 'absolute', inlineSize: '1px', blockSize: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
  },
});

/** What a row says besides its options: an error, the words for "other". */
export const rowExtra = component({
  inlineSize: '100%',
  display: 'grid',
  gap: 'var(--space-2)',
  paddingBlockStart: 'var(--space-3)',
  '@media': { '(min-width: 48em)': { paddingBlock: '0 var(--space-4)' } },
});

/** In the grid a row and what it says stand one below the other. */
export const rowGroup = component({
  '@media': {
    '(min-width: 48em)': {
      borderBlockStart: '1px solid var(--line)',
    },
  },
});

inside(`.${rowGroup} > .${row}`, { '@media': { '(min-width: 48em)': { borderBlockStart: '0' } } });
