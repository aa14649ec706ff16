import { globalStyle, style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const calendar = style({
  '@layer': {
    components: {
      display: 'grid',
      gap: 'var(--space-3)',
      padding: 'var(--space-3)',
      inlineSize: 'min(23rem, 100%)',
      minInlineSize: '0',
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { inlineSize: 'min(38rem, 100%)' } } },
  },
});

export const calendarHead = component({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  fontWeight: 'var(--weight-semibold)',
});

export const calendarGrid = style({
  '@layer': {
    components: { display: 'grid', gridTemplateColumns: 'repeat(7, minmax(0, 1fr))', gap: '0.125rem', textAlign: 'center' },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { fontSize: 'var(--text-m)' } } },
  },
});

inside(`.${calendarGrid} span`, { fontSize: 'var(--text-xs)', color: 'var(--ink-muted)' });

globalStyle(`.${calendarGrid} button`, {
  '@layer': {
    components: {
      minBlockSize: 'var(--target)',
      padding: '0',
      border: '0',
      borderRadius: 'var(--radius-m)',
      background: 'none',
      cursor: 'pointer',
      fontVariantNumeric: 'tabular-nums',
    },
  },
  '@media': { '(forced-colors: active)': { forcedColorAdjust: 'none' } },
});

inside(`.${calendarGrid} button:hover`, { '@media': { '(hover: hover)': { background: 'var(--surface-hover)' } } });

inside(`.${calendarGrid} [aria-pressed="true"]`, { background: 'var(--brand-solid)', color: 'var(--on-brand)', fontWeight: 'var(--weight-semibold)' });

inside(`.${calendarGrid} [aria-current="date"]`, { boxShadow: 'inset 0 0 0 2px var(--brand-mark)' });
