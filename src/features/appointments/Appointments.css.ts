import { style } from '@vanilla-extract/css';
import { component, inside } from '../../ui/layers.css.ts';

export const filterPanel = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--space-4)',
  alignItems: 'end',
  marginBlockEnd: 'var(--space-4)',
  '@media': {
    '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '(min-width: 62em)': { gridTemplateColumns: 'auto repeat(3, minmax(0, 1fr))', gap: 'var(--space-5)' },
  },
});

export const dateField = component({ display: 'grid', gap: 'var(--space-2)', minInlineSize: '0' });
inside(`.${dateField} fieldset > div`, { display: 'flex' });

export const filterFoot = style({
  '@layer': {
    components: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      minBlockSize: 'var(--target)',
      gap: 'var(--space-2) var(--space-4)',
      fontSize: 'var(--text-s)',
      color: 'var(--ink-muted)',
      marginBlockEnd: 'var(--space-2)',
    },
  },
});
inside(`.${filterFoot} p`, { marginInlineEnd: 'auto' });

export const cellLinks = style({ '@layer': { components: { display: 'block' }, print: { '@media': { print: { display: 'none !important' } } } } });
