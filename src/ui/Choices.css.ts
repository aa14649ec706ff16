import { style } from '@vanilla-extract/css';
import { isInvalid } from './FieldParts.css.ts';
import { component, inside } from './layers.css.ts';

export const choices = component({ display: 'grid', gap: 'var(--space-3)', inlineSize: '100%' });

export const pair = component({ gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))' });

export const wide = component({ '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } } });

export const choice = style({
  '@layer': {
    components: {
      display: 'flex',
      alignItems: 'center',
      gap: 'var(--space-3)',
      minBlockSize: '3.5rem',
      padding: '0.75rem var(--space-4)',
      border: '1.5px solid var(--line-strong)',
      borderRadius: 'var(--radius-m)',
      background: 'var(--surface-raised)',
      cursor: 'pointer',
      lineHeight: '1.35',
      position: 'relative',
      selectors: {
        '&:has(input:focus-visible)': { outline: 'var(--focus-width) solid var(--focus-ring)', outlineOffset: 'var(--focus-offset)' },
      },
      '@media': { '(hover: hover)': { selectors: { '&:hover': { borderColor: 'var(--brand-text)' } } } },
    },
  },
});

/** A class, not `:has(:checked)`: the browser need not look for the cards that a tick may concern. */
export const chosen = style({
  '@layer': {
    components: {
      selectors: {
        // Before the look of a card in a group with an error, and of a disabled one.
        '&&&': {
          borderColor: 'var(--brand-text)',
          background: 'var(--brand-tint)',
          fontWeight: 'var(--weight-semibold)',
          boxShadow: 'inset 0 0 0 1px var(--brand-text)',
        },
      },
    },
  },
  '@media': { '(forced-colors: active)': { selectors: { '&:not(:has(:focus-visible))': { outline: '3px solid Highlight', outlineOffset: '-3px' } } } },
});

inside(`.${isInvalid} .${choice}`, { borderColor: 'var(--danger-mark)' });

inside(`.${choice} small`, {
  display: 'block',
  fontSize: 'var(--text-s)',
  fontWeight: 'var(--weight-regular)',
  color: 'var(--ink-muted)',
});

inside(`.${choice} input:focus-visible`, { outline: 'none', boxShadow: 'none' });

/** What belongs to a chosen option, such as the words for "other": under it, across both columns. */
export const after = component({ gridColumn: '1 / -1', inlineSize: '100%' });

inside(`.${choice}:has(:disabled)`, { cursor: 'not-allowed', color: 'var(--ink-muted)', background: 'var(--surface-sunken)' });
