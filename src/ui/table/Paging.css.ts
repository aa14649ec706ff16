import { component } from '../layers.css.ts';

export const paging = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 'var(--space-3)', paddingBlock: 'var(--space-4)', fontSize: 'var(--text-s)', fontVariantNumeric: 'tabular-nums' });
