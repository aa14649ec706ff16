import { component, inside } from '../../ui/layers.css.ts';

/** Short steps fill the window too, so that the buttons stand at its lower edge. */
export const frame = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr auto', minBlockSize: '100dvh' });

inside(`.${frame} > main`, { inlineSize: '100%' });

export const content = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-6)', justifyItems: 'start' });

inside(`.${content} > form`, { inlineSize: '100%' });

/** Whose portal it is, and the language. */
export const house = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 'var(--space-2) var(--space-4)', inlineSize: '100%' });
