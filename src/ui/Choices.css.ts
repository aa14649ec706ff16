import { style } from '@vanilla-extract/css';
import { isInvalid } from './FieldParts.css.ts';
import { component, inside } from './layers.css.ts';
import { tick } from './Tick.css.ts';

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
      isolation: 'isolate',
      selectors: {
        '&:has(input:focus-visible)': { outline: 'var(--focus-width) solid var(--focus-ring)', outlineOffset: 'var(--focus-offset)' },
      },
      '@media': { '(hover: hover)': { selectors: { '&:hover': { borderColor: 'var(--brand-text)' } } } },
    },
  },
});

/** The words of a card, and behind them the look of a chosen one: it follows the box beside it, which the browser ticks by itself. */
export const words = style({
  '@layer': {
    components: {
      selectors: {
        '&::before': {
          content: '""',
          position: 'absolute',
          zIndex: '-1',
          // Over the edge of the card.
          inset: '-1.5px',
          border: '1.5px solid var(--brand-text)',
          borderRadius: 'var(--radius-m)',
          background: 'var(--brand-tint)',
          boxShadow: 'inset 0 0 0 1px var(--brand-text)',
          visibility: 'hidden',
          pointerEvents: 'none',
        },
        [`.${tick}:checked + &`]: { fontWeight: 'var(--weight-semibold)' },
        [`.${tick}:checked + &::before`]: { visibility: 'visible' },
      },
    },
  },
  '@media': { '(forced-colors: active)': { selectors: { [`.${tick}:checked + &::before`]: { outline: '3px solid Highlight', outlineOffset: '-3px' } } } },
});

inside(`.${isInvalid} .${choice}`, { borderColor: 'var(--danger-mark)' });

inside(`.${choice} small`, {
  display: 'block',
  fontSize: 'var(--text-s)',
  fontWeight: 'var(--weight-regular)',
  color: 'var(--ink-muted)',
});

inside(`.${choice} input:focus-visible`, { outline: 'none', boxShadow: 'none' });

// A tap beside the words meets the box itself: by way of its label the browser would make a second click of it, and a phone takes
// that long twice.
inside(`.${choice} .${tick}::before`, { content: '""', position: 'absolute', zIndex: '-1', inset: '-1.5px' });

/** What belongs to a chosen option, such as the words for "other": under it, across both columns. */
export const after = component({ gridColumn: '1 / -1', inlineSize: '100%' });

inside(`.${choice}:has(:disabled)`, { cursor: 'not-allowed', color: 'var(--ink-muted)', background: 'var(--surface-sunken)' });
