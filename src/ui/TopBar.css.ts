import { style } from '@vanilla-extract/css';
import { count } from './Count.css.ts';
import { iconButton } from './IconButton.css.ts';
import { component, inside } from './layers.css.ts';

export const topbar = style({
  '@layer': {
    components: {
      position: 'sticky',
      insetBlockStart: '0',
      zIndex: 'var(--z-sticky)',
      background: 'var(--canvas)',
      borderBlockEnd: '1px solid transparent',
      '@media': { '(max-height: 30em)': { position: 'static' }, '(min-width: 62em)': { position: 'static' } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});

export const topbarInner = component({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--space-2)',
  minBlockSize: 'var(--bar-top)',
  maxInlineSize: 'calc(var(--page-max) + 2 * var(--page-gutter))',
  marginInline: 'auto',
  padding: 'var(--space-1) var(--page-gutter)',
});

export const isStuck = style({});

export const utilities = component({
  display: 'none',
  alignItems: 'center',
  gap: 'var(--space-1)',
  '@media': { '(min-width: 62em)': { display: 'flex' } },
});

inside(`.${topbar}.${isStuck}`, { borderBlockEndColor: 'var(--line)' });

inside(`.${topbar} .${iconButton} .${count}`, { boxShadow: '0 0 0 2px var(--canvas)' });

export const sentinel = component({ position: 'absolute', insetBlockStart: '0', blockSize: '1px', inlineSize: '1px', pointerEvents: 'none' });
