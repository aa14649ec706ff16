import { input } from './Input.css.ts';
import { component, inside } from './layers.css.ts';

export const field = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '0.375rem',
  justifyItems: 'start',
  alignContent: 'start',
  minInlineSize: '0',
});

export const withUnit = component({ display: 'flex', alignItems: 'center', gap: 'var(--space-3)', inlineSize: '100%' });

export const countHint = component({
  justifySelf: 'end',
  fontSize: 'var(--text-xs)',
  color: 'var(--ink-muted)',
  fontVariantNumeric: 'tabular-nums',
});

export const codeInput = component({
  fontSize: '1.75rem',
  letterSpacing: '0.55em',
  textAlign: 'center',
  paddingInlineStart: '0.55em',
  fontVariantNumeric: 'tabular-nums',
  minBlockSize: '4rem',
});

inside(`.${field} > legend`, { fontWeight: 'var(--weight-semibold)', lineHeight: 'var(--leading-snug)' });

inside(`.${withUnit} .${input}`, { maxInlineSize: '9rem' });

export const unitText = component({ color: 'var(--ink-muted)' });

/** A fieldset as a field: its legend floats, so that the grid gap holds below it too. */
export const groupFrame = component({ inlineSize: '100%' });

inside(`.${groupFrame} > legend`, { float: 'inline-start', inlineSize: '100%' });

inside(`.${groupFrame} > legend + *`, { clear: 'both' });
