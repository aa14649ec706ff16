import { style } from '@vanilla-extract/css';
import { questionSection } from '../../ui/FieldParts.css.ts';
import { inside } from '../../ui/layers.css.ts';

/** Skips layout and paint of questions that are far from the window; they stay in the text that the browser searches. */
export const questionSlot = style({
  '@layer': {
    components: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 'var(--space-3)',
      contentVisibility: 'auto',
      containIntrinsicBlockSize: 'auto 14rem',
      // Containment clips at the padding edge: room for focus rings.
      padding: '8px',
      margin: '-8px',
    },
    print: { '@media': { print: { contentVisibility: 'visible' } } },
  },
});

inside(`.${questionSlot}:first-child > .${questionSection}`, { border: '0', padding: '0' });

// What the keyboard reaches must not end up behind the bars that stay at the edges.
inside(`.${questionSlot} :is(input, select, textarea)`, { scrollMarginBlock: '8rem' });
