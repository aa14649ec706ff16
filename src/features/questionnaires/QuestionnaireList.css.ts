import { style } from '@vanilla-extract/css';
import { component, inside } from '../../ui/layers.css.ts';

export const cardGrid = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-4)' });

export const cardBody = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--space-4)',
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: 'var(--space-6)' } },
});

export const cardTop = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-2) var(--space-3)' });

export const cardLine = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.45', marginBlockStart: 'var(--space-1)' });

export const cardDate = style({
  '@layer': {
    components: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 'var(--space-2)',
      marginBlockStart: 'var(--space-3)',
      selectors: { '&:empty': { display: 'none' } },
    },
  },
});

export const cardActions = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 'var(--space-2)' });

inside(`.${cardBody} h2, .${cardBody} h3`, { fontSize: 'var(--text-l)' });

export const copyAge = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', marginBlockEnd: 'var(--space-4)' });

export const listHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--space-3) var(--space-4)',
  marginBlockEnd: 'var(--space-6)',
});

inside(`.${listHead} h1`, { display: 'flex', alignItems: 'center', gap: 'var(--space-3)' });
