import { globalStyle } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

export const segmented = component({
  display: 'inline-flex',
  flexWrap: 'wrap',
  padding: '0.125rem',
  gap: '0.125rem',
  borderRadius: 'calc(var(--radius-m) + 0.125rem)',
  background: 'var(--surface-sunken)',
  boxShadow: 'inset 0 0 0 1px var(--line-strong)',
  maxInlineSize: '100%',
});

inside(`.${segmented} label`, {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 'var(--space-2)',
  flex: '1',
  minBlockSize: 'var(--target)',
  paddingInline: 'var(--space-4)',
  borderRadius: 'var(--radius-m)',
  fontSize: 'var(--text-s)',
  fontWeight: 'var(--weight-medium)',
  WebkitTextStroke: 'var(--medium-to-semibold) transparent',
  color: 'var(--ink-muted)',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  border: '1px solid transparent',
});

// Unseen as it is, a box with the system's look would be painted anew at each touch.
inside(`.${segmented} input`, { appearance: 'none', position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', margin: '0' });

globalStyle(`.${segmented} label:has(:checked)`, {
  '@layer': {
    components: {
      background: 'var(--surface-raised)',
      color: 'var(--ink)',
      WebkitTextStrokeColor: 'currentColor',
      boxShadow: 'var(--elevation-1)',
      borderColor: 'var(--line-strong)',
    },
  },
  '@media': { '(forced-colors: active)': { borderColor: 'Highlight', boxShadow: 'none', textDecoration: 'underline' } },
});

inside(`.${segmented} label:has(:focus-visible)`, { outline: 'var(--focus-width) solid var(--focus-ring)', outlineOffset: '1px' });
