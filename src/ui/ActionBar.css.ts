import { style } from '@vanilla-extract/css';
import { button, quiet } from './Button.css.ts';
import { component, inside } from './layers.css.ts';

export const actionbar = style({
  '@layer': {
    components: {
      position: 'sticky',
      insetBlockEnd: '0',
      zIndex: 'var(--z-sticky)',
      background: 'var(--surface-raised)',
      borderBlockStart: '1px solid var(--line)',
      padding: 'var(--space-3) var(--page-gutter) max(var(--space-3), env(safe-area-inset-bottom))',
      '@media': { '(max-height: 30em)': { position: 'static' } },
    },
    print: { '@media': { print: { display: 'none !important' } } },
  },
});

export const actionbarInner = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 'var(--space-3)',
  maxInlineSize: '44rem',
  marginInline: 'auto',
});

inside(`.${actionbarInner} .${button}:not(.${quiet})`, { flex: '1' });
// Long words of some languages: both break into two lines rather than one into three.
inside(`.${actionbarInner} .${quiet}`, { maxInlineSize: '50%' });
