import { component } from '../ui/layers.css.ts';

export const wayOn = component({
  display: 'grid',
  gap: 'var(--space-4)',
  alignContent: 'center',
  justifyItems: 'start',
  minBlockSize: '80dvh',
  maxInlineSize: '40rem',
  marginInline: 'auto',
  padding: 'var(--space-8) var(--page-gutter)',
});

/** The same inside a page that is there. */
export const wayOnHere = component({ display: 'grid', gap: 'var(--space-4)', justifyItems: 'start' });
