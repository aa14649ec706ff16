import { style } from '@vanilla-extract/css';

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
