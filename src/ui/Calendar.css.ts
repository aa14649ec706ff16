import { style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const calendar = style({
  '@layer': {
    components: { display: 'grid', gap: 'var(--space-3)', padding: 'var(--space-3)', inlineSize: 'min(23rem, 100%)', minInlineSize: '0' },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: 'min(38rem, 100%)' } } },
  },
});

export const filling = style({
  '@layer': {
    components: { inlineSize: '100%', padding: '0' },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: '100%' } } },
  },
});

export const calendarHead = component({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', fontWeight: 'var(--weight-semibold)' });

export const calendarGrid = style({
  '@layer': {
    components: { display: 'grid', gap: '0.125rem', textAlign: 'center' },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { fontSize: 'var(--text-m)' } } },
  },
});

export const week = component({ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '0.125rem' });

export const weekdays = component({ display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '0.125rem', fontSize: 'var(--text-xs)', color: 'var(--ink-muted)' });

export const noDay = component({ minBlockSize: 'var(--target)' });

export const day = style({
  '@layer': {
    components: {
      inlineSize: '100%',
      minBlockSize: 'var(--target)',
      padding: '0',
      border: '0',
      borderRadius: 'var(--radius-m)',
      background: 'none',
      cursor: 'pointer',
      fontVariantNumeric: 'tabular-nums',
      selectors: {
        '&[aria-current="date"]': { boxShadow: 'inset 0 0 0 2px var(--brand-mark)' },
        '&[aria-pressed="true"]': { background: 'var(--brand-solid)', color: 'var(--on-brand)', fontWeight: 'var(--weight-semibold)' },
        '&[aria-disabled="true"]': { color: 'var(--ink-disabled)', cursor: 'not-allowed', textDecoration: 'line-through' },
        '&:focus-visible': { outlineOffset: '1px', boxShadow: 'none', borderRadius: 'var(--radius-m)' },
      },
      '@media': { '(hover: hover)': { selectors: { '&:hover:where(:not([aria-pressed="true"], [aria-disabled="true"]))': { background: 'var(--surface-hover)' } } } },
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none', selectors: { '&[aria-pressed="true"]': { outline: '3px solid Highlight', outlineOffset: '-3px' } } } },
});

/** Today and chosen at once: both are seen. */
inside(`.${day}[aria-current="date"][aria-pressed="true"]`, { boxShadow: 'inset 0 0 0 2px var(--brand-solid), inset 0 0 0 4px var(--on-brand)' });
