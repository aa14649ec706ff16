import { component, inside } from '../ui/layers.css.ts';

export const unsentRows = component({ display: 'grid' });
export const unsentRow = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-3) var(--space-4)', padding: 'var(--space-4) var(--space-5)' });
inside(`.${unsentRow} + .${unsentRow}`, { borderBlockStart: '1px solid var(--line)' });
inside(`.${unsentRow} h2`, { fontSize: 'var(--text-m)', flex: '1 1 8.5rem' });
