import { style } from '@vanilla-extract/css';
import { card } from '../../ui/Card.css.ts';
import { component, inside } from '../../ui/layers.css.ts';
import { tick } from '../../ui/Tick.css.ts';

/** Short pages fill the window too, so that the buttons stand at its lower edge. */
export const frame = style({
  '@layer': {
    components: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: 'auto 1fr auto', minBlockSize: '100dvh' },
    print: { '@media': { print: { display: 'block' } } },
  },
});

inside(`.${frame} > main`, { inlineSize: '100%' });

export const content = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-8)' });

export const group = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-6)' });

inside(`.${group} > h2`, { fontSize: 'var(--text-l)' });

/** Fields that belong side by side where there is room. */
export const pair = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-6)', alignItems: 'end', '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } } });

/** Boxes one below the other, closer than fields. */
export const boxes = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-1)' });

export const access = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-4)' });

/** The grid keeps them apart. */
inside(`.${content} > .${card} + .${card}`, { marginBlockStart: '0' });

inside(`.${access} > h2`, { fontSize: 'var(--text-l)' });

inside(`.${access} > p`, { maxInlineSize: 'var(--measure)', overflowWrap: 'anywhere' });

export const hint = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', maxInlineSize: 'var(--measure)' });

export const rights = component({ inlineSize: '100%', borderCollapse: 'collapse', textAlign: 'start' });

inside(`.${rights} :is(th, td)`, { paddingBlock: 'var(--space-2)', verticalAlign: 'middle', borderBlockStart: '1px solid var(--line)' });

inside(`.${rights} thead th`, { border: '0', color: 'var(--ink-muted)', fontSize: 'var(--text-s)', fontWeight: 'var(--weight-medium)', textAlign: 'center' });

inside(`.${rights} thead th:first-child, .${rights} tbody th`, { textAlign: 'start', overflowWrap: 'anywhere' });

inside(`.${rights} tbody th`, { fontWeight: 'var(--weight-semibold)', paddingInlineEnd: 'var(--space-3)' });

inside(`.${rights} tbody th small`, { display: 'block', color: 'var(--ink-muted)', fontSize: 'var(--text-s)', fontWeight: 'var(--weight-regular)', lineHeight: '1.4' });

inside(`.${rights} td`, { textAlign: 'center', inlineSize: '5rem' });

/** The whole place is the target. */
export const box = component({ display: 'inline-grid', placeItems: 'center', inlineSize: 'var(--target)', blockSize: 'var(--target)', cursor: 'pointer' });

inside(`.${box} .${tick}:focus-visible`, { borderRadius: 'var(--radius-s)' });

export const may = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 'var(--space-3)', marginBlock: 'var(--space-4)' });

inside(`.${may} > div`, { display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: '0 var(--space-4)' });

inside(`.${may} dt`, { fontWeight: 'var(--weight-semibold)' });

inside(`.${may} dd`, { margin: '0' });

export const pin = style({
  '@layer': {
    components: { fontSize: '2.5rem', fontWeight: 'var(--weight-bold)', letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums', lineHeight: '1.3', overflowWrap: 'anywhere' },
    print: { '@media': { print: { fontSize: '28pt' } } },
  },
});
