import { globalStyle, style } from '@vanilla-extract/css';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { component, inside } from './layers.css.ts';

// A finger that has gone leaves its hover behind.
const hovered = { '(hover: hover)': { selectors: { '&:hover:not(:disabled)': { borderColor: 'var(--ink)' } } } } as const;

export const input = style({
  '@layer': {
    components: {
      inlineSize: '100%',
      minBlockSize: 'var(--control)',
      padding: '0.625rem 0.875rem',
      border: '1.5px solid var(--line-control)',
      borderRadius: 'var(--radius-m)',
      background: 'var(--surface-raised)',
      lineHeight: '1.35',
      transition: 'border-color var(--motion-fast)',
      selectors: {
        '&:focus-visible': {
          borderColor: 'var(--ink)',
          outlineOffset: '2px',
          boxShadow: '0 0 0 2px var(--focus-gap)',
          borderRadius: 'var(--radius-m)',
        },
        '&::placeholder': { color: 'var(--ink-muted)', opacity: '1' },
        '&:disabled': { background: 'var(--surface-sunken)', color: 'var(--ink-disabled)', borderColor: 'var(--line-strong)' },
      },
      '@media': hovered,
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { paddingInline: '1.25rem', borderWidth: '2px' } } },
  },
});

export const textarea = component({
  inlineSize: '100%',
  minBlockSize: '6.75rem',
  padding: '0.625rem 0.875rem',
  border: '1.5px solid var(--line-control)',
  borderRadius: 'var(--radius-m)',
  background: 'var(--surface-raised)',
  lineHeight: '1.5',
  transition: 'border-color var(--motion-fast)',
  resize: 'vertical',
  selectors: {
    '&:focus-visible': {
      borderColor: 'var(--ink)',
      outlineOffset: '2px',
      boxShadow: '0 0 0 2px var(--focus-gap)',
      borderRadius: 'var(--radius-m)',
    },
  },
  '@media': hovered,
});

export const select = component({ position: 'relative', inlineSize: '100%' });

export const inputWrap = component({ position: 'relative', inlineSize: '100%' });

inside(`.${select} select`, {
  inlineSize: '100%',
  minBlockSize: 'var(--control)',
  padding: '0.625rem 0.875rem',
  border: '1.5px solid var(--line-control)',
  borderRadius: 'var(--radius-m)',
  background: 'var(--surface-raised)',
  lineHeight: '1.35',
  transition: 'border-color var(--motion-fast)',
  appearance: 'none',
  paddingInlineEnd: '2.75rem',
  cursor: 'pointer',
  textOverflow: 'ellipsis',
});

inside(`.${select} select:hover`, { '@media': { '(hover: hover)': { borderColor: 'var(--ink)' } } });

inside(`.${select} select:focus-visible`, {
  borderColor: 'var(--ink)',
  outlineOffset: '2px',
  boxShadow: '0 0 0 2px var(--focus-gap)',
  borderRadius: 'var(--radius-m)',
});

inside(`.${select} select:disabled`, { background: 'var(--surface-sunken)', color: 'var(--ink-disabled)', borderColor: 'var(--line-strong)' });

inside(`.${input}[aria-invalid="true"], .${textarea}[aria-invalid="true"], .${select} select[aria-invalid="true"]`, { border: '2px solid var(--danger-mark)' });

inside(`.${input}:read-only, .${textarea}:read-only`, { background: 'var(--surface-sunken)', borderColor: 'var(--line-strong)' });

inside(`.${inputWrap} .${input}`, { paddingInlineEnd: '3.5rem' });

inside(`.${inputWrap} > .${iconButton}`, { position: 'absolute', insetBlockStart: '0', insetInlineEnd: '0', color: 'var(--ink-muted)' });

inside(`.${select} > .${icon}`, {
  position: 'absolute',
  insetInlineEnd: '0.75rem',
  insetBlockStart: '50%',
  transform: 'translateY(-50%)',
  pointerEvents: 'none',
  color: 'var(--ink-muted)',
});

globalStyle(`[data-surface="kiosk"] .${select} select`, { '@layer': { kiosk: { paddingInline: '1.25rem', borderWidth: '2px' } } });

globalStyle(`[data-surface="kiosk"] .${select} > .${icon}`, { '@layer': { kiosk: { insetInlineEnd: '1.25rem' } } });
