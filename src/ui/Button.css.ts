import { keyframes, style } from '@vanilla-extract/css';
import { component, inside } from './layers.css.ts';

const spin = keyframes({ to: { transform: 'rotate(1turn)' } });

const enabled = ':where(:not([disabled], [aria-disabled="true"]))';

/** A link that was pressed; at once, since it answers a press. */
const going = '&[data-going]';
const pressed = (background: string) => ({ background, transition: 'none' });

/**
 * Only for a pointer, and never over the disabled look. A finger has the browser's own mark for what it taps; to move the button
 * under it as well costs a phone a third of the time until the tap shows.
 */
const pointed = (rule: { background: string; borderColor?: string }) => ({
  '(hover: hover)': { selectors: { [`&:hover${enabled}`]: rule, [`&:active${enabled}`]: { transform: 'translateY(1px)' } } },
});

export const button = style({
  '@layer': {
    components: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 'var(--space-2)',
      minBlockSize: 'var(--control)',
      padding: '0.625rem var(--space-5)',
      border: '1.5px solid var(--brand-edge)',
      borderRadius: 'var(--radius-m)',
      background: 'var(--brand-solid)',
      color: 'var(--on-brand)',
      fontWeight: 'var(--weight-semibold)',
      fontSize: 'var(--text-m)',
      lineHeight: '1.2',
      textAlign: 'center',
      textDecoration: 'none',
      cursor: 'pointer',
      transition: 'background-color var(--motion-fast), transform var(--motion-fast) var(--ease-out)',
      selectors: {
        [going]: pressed('var(--brand-solid-hover)'),
        '&[disabled], &[aria-disabled="true"]:not([aria-busy="true"])': {
          background: 'var(--surface-sunken)',
          color: 'var(--ink-disabled)',
          borderColor: 'transparent',
          cursor: 'not-allowed',
        },
        '&[aria-busy="true"]': { cursor: 'progress' },
        '&[aria-busy="true"]::before': {
          content: '""',
          inlineSize: '1.125rem',
          blockSize: '1.125rem',
          borderRadius: '50%',
          border: '2.5px solid currentColor',
          borderInlineEndColor: 'transparent',
          animation: `${spin} 0.9s linear infinite`,
        },
      },
      '@media': pointed({ background: 'var(--brand-solid-hover)' }),
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { paddingInline: 'var(--space-8)', borderWidth: '2px' } } },
    print: { '@media': { print: { display: 'none !important' } } },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText', forcedColorAdjust: 'none' } },
});

export const secondary = component({
  background: 'var(--surface-raised)',
  color: 'var(--brand-text)',
  borderColor: 'var(--line-control)',
  selectors: { [going]: pressed('var(--brand-tint)') },
  '@media': pointed({ background: 'var(--brand-tint)', borderColor: 'var(--brand-text)' }),
});

export const quiet = style({
  '@layer': {
    components: {
      background: 'transparent',
      borderColor: 'transparent',
      color: 'var(--brand-text)',
      paddingInline: 'var(--space-3)',
      // What it has opened may stand away from it.
      selectors: { [`${going}, &[aria-expanded="true"]`]: pressed('var(--brand-tint)') },
      '@media': pointed({ background: 'var(--brand-tint)' }),
    },
    kiosk: { selectors: { '[data-surface="kiosk"] &': { paddingInline: 'var(--space-4)' } } },
  },
});

export const danger = component({
  background: 'var(--danger-solid)',
  borderColor: 'transparent',
  color: 'var(--on-danger)',
  '@media': pointed({ background: 'var(--danger-text)' }),
});

export const dangerQuiet = component({
  background: 'transparent',
  borderColor: 'transparent',
  color: 'var(--danger-text)',
  paddingInline: 'var(--space-3)',
  '@media': pointed({ background: 'var(--danger-tint)' }),
});

export const small = component({ minBlockSize: 'var(--target)', padding: '0.375rem var(--space-4)', fontSize: 'var(--text-s)' });

export const block = component({ inlineSize: '100%' });

export const buttonRow = component({ display: 'flex', flexWrap: 'wrap', gap: 'var(--space-3)' });

export const onDeep = style({});

inside(`.${onDeep} .${button}`, { background: 'var(--on-deep)', borderColor: 'transparent', color: 'var(--deep)' });

inside(`.${onDeep} .${button}:hover`, { '@media': { '(hover: hover)': { background: 'var(--on-deep-muted)' } } });

export const withReason = component({ display: 'grid', gap: 'var(--space-2)', justifyItems: 'start' });

export const reason = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.45', maxInlineSize: 'var(--measure)' });
