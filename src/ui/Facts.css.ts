import { component, inside } from './layers.css.ts';

export const facts = component({
  display: 'grid',
  gap: 'var(--space-4)',
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

inside(`.${facts} dt`, { color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.4' });

inside(`.${facts} dd`, { fontWeight: 'var(--weight-medium)', lineHeight: '1.4' });
