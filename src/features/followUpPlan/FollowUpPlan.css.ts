import { style } from '@vanilla-extract/css';
import { component, inside } from '../../ui/layers.css.ts';

export const headParts = component({ position: 'relative', display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 'var(--space-2) var(--space-3)' });

export const details = component({ padding: 'var(--space-3)', inlineSize: 'min(26rem, 100vw - 2 * var(--page-gutter) - var(--space-5))', fontSize: 'var(--text-s)' });
inside(`.${details} dl`, { display: 'grid', gap: 'var(--space-4)' });
inside(`.${details} dt`, { color: 'var(--ink-muted)' });
inside(`.${details} dd`, { whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
inside(`.${details} ul`, { display: 'grid', gap: 'var(--space-2)', whiteSpace: 'normal' });

export const printedDetails = component({ marginBlockEnd: 'var(--space-4)' });
inside(`.${printedDetails} dt`, { fontWeight: 'var(--weight-semibold)' });
inside(`.${printedDetails} dd`, { whiteSpace: 'pre-line', marginBlockEnd: 'var(--space-2)' });

export const statusLine = component({ display: 'block', marginBlockStart: 'var(--space-1)', overflowWrap: 'normal' });

export const taskState = component({ display: 'inline-flex', alignItems: 'flex-start', overflowWrap: 'normal', gap: 'var(--space-2)' });

const square = {
  display: 'inline-grid',
  placeContent: 'center',
  inlineSize: '1.25rem',
  blockSize: '1.25rem',
  flex: 'none',
  border: '1.5px solid var(--line-control)',
  borderRadius: 'var(--radius-s)',
} as const;

export const box = component(square);
export const boxDone = style({
  '@layer': { components: { ...square, background: 'var(--success-tint)', borderColor: 'var(--success-text)', color: 'var(--success-text)' } },
  '@media': { '(forced-colors: active)': { borderColor: 'CanvasText' } },
});

/** Where rows open, the notes stand in there. */
export const noteWide = component({ '@media': { 'screen and (max-width: 61.99em)': { display: 'none' } } });

export const taskList = component({ display: 'grid', gap: 'var(--space-3)' });
inside(`.${taskList} h2`, { fontSize: 'var(--text-m)' });
inside(`.${taskList} ul`, { display: 'grid', gap: 'var(--space-3)' });
inside(`.${taskList} li`, { display: 'grid', gap: 'var(--space-1)' });
