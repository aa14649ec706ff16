import { component } from './layers.css.ts';

export const bar = component({
  position: 'sticky',
  insetBlockStart: '0',
  zIndex: 'var(--z-sticky)',
  background: 'var(--canvas)',
  padding: 'var(--space-2) var(--page-gutter) var(--space-3)',
  borderBlockEnd: '1px solid var(--line)',
  '@media': { '(max-height: 30em)': { position: 'static' } },
});

export const barInner = component({ maxInlineSize: '44rem', marginInline: 'auto' });

export const barRow = component({ display: 'flex', alignItems: 'center', gap: 'var(--space-3)', minBlockSize: 'var(--control)' });
