import { component, inside } from './layers.css.ts';

export const richBlock = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-3)', maxInlineSize: 'var(--measure)', overflowWrap: 'anywhere' });

inside(`.${richBlock} ul`, { listStyle: 'disc', paddingInlineStart: 'var(--space-6)' });

inside(`.${richBlock} ol`, { listStyle: 'decimal', paddingInlineStart: 'var(--space-6)' });

inside(`.${richBlock} :is(h2, h3, h4)`, { fontSize: 'var(--text-m)' });

inside(`.${richBlock} :is(td, th)`, { borderBlockEnd: '1px solid var(--line)', padding: 'var(--space-2) var(--space-3)', verticalAlign: 'top', textAlign: 'start' });

inside(`.${richBlock} table`, { display: 'block', overflowX: 'auto' });
