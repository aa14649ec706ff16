import { style } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

export const badge = style({
  '@layer': {
    components: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '0.25rem',
      padding: '0.125rem 0.5rem',
      borderRadius: 'min(var(--radius-full), 1rem)',
      border: '1px solid transparent',
      background: 'var(--accent)',
      color: 'var(--on-accent)',
      fontSize: 'var(--text-xs)',
      fontWeight: 'var(--weight-semibold)',
      lineHeight: '1.35',
    },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText', forcedColorAdjust: 'none' } },
});

export const badgePlain = component({ background: 'var(--surface-sunken)', color: 'var(--ink-muted)' });

export const badgeBrand = component({ background: 'var(--brand-tint-strong)', color: 'var(--brand-text)' });

export const badgeSuccess = component({ background: 'var(--success-tint)', color: 'var(--success-text)', borderColor: 'var(--success-line)' });

export const badgeWarning = component({ background: 'var(--warning-tint)', color: 'var(--warning-text)', borderColor: 'var(--warning-line)' });

export const badgeDanger = component({ background: 'var(--danger-tint)', color: 'var(--danger-text)', borderColor: 'var(--danger-line)' });
