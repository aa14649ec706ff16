import { globalStyle, style } from '@vanilla-extract/css';
import { icon } from './Icon.css.ts';
import { component, inside } from './layers.css.ts';

export const chip = style({
  '@layer': {
    components: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '0.375rem',
      padding: '0.25rem 0.6875rem 0.25rem 0.5rem',
      borderRadius: 'min(var(--radius-full), 1rem)',
      border: '1px solid var(--line)',
      background: 'var(--surface-raised)',
      color: 'var(--ink-muted)',
      fontSize: 'var(--text-xs)',
      fontWeight: 'var(--weight-medium)',
      lineHeight: '1.4',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});

export const chipSaved = component({ color: 'var(--success-text)', borderColor: 'var(--success-line)', background: 'var(--success-tint)' });

export const chipOffline = component({ color: 'var(--warning-text)', borderColor: 'var(--warning-line)', background: 'var(--warning-tint)' });

export const chipError = component({ color: 'var(--danger-text)', borderColor: 'var(--danger-line)', background: 'var(--danger-tint)' });

export const chipDraft = component({ borderStyle: 'dashed', borderColor: 'var(--line-control)' });

inside(`.${chip} .${icon}`, { inlineSize: '1.0625rem', blockSize: '1.0625rem', strokeWidth: '2' });

globalStyle(`[data-surface="kiosk"] .${chip} .${icon}`, { '@layer': { kiosk: { inlineSize: '1.5rem', blockSize: '1.5rem' } } });
