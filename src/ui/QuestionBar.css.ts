import { style } from '@vanilla-extract/css';
import { component } from './layers.css.ts';

export const bar = style({
  '@layer': {
    components: {
      position: 'sticky',
      insetBlockStart: '0',
      zIndex: 'var(--z-sticky)',
      background: 'var(--canvas)',
      padding: 'var(--space-2) var(--page-gutter) var(--space-3)',
      borderBlockEnd: '1px solid var(--line)',
      '@media': { '(max-height: 30em)': { position: 'static' } },
    },
    print: { '@media': { print: { position: 'static', padding: '0', border: '0' } } },
  },
});

export const barInner = style({ '@layer': { components: { maxInlineSize: '44rem', marginInline: 'auto' }, print: { '@media': { print: { maxInlineSize: 'none' } } } } });

export const barRow = component({ display: 'flex', alignItems: 'center', gap: 'var(--space-3)', minBlockSize: 'var(--control)' });

export const barTitle = component({ flex: '1', minInlineSize: '0', fontSize: 'var(--text-m)', letterSpacing: 'var(--tracking-title)', lineHeight: '1.25' });

/** The X stands in line with the text below it. */
export const leaving = component({ marginInlineStart: '-0.75rem' });
