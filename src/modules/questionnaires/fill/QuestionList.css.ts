import { token } from '../../../ui/contract.css.ts';
import { questionSection } from '../../../ui/FieldParts.css.ts';
import { component, inside, onPaper, oneColumn } from '../../../ui/layers.css.ts';

/** Block layout and not a grid, because a grid measures all its rows again when one of them changes. */
export const questionGroups = component({ display: 'flow-root' });

/**
 * Skips layout and paint of questions far from the window; they stay in the text that the browser searches. Each part has several
 * questions, because the browser checks every part in each frame.
 */
export const questionGroup = component({
  ...oneColumn,
  gap: token.space8,
  contentVisibility: 'auto',
  containIntrinsicBlockSize: 'auto 90rem',
  // Containment clips at the padding edge, so this leaves room for focus rings.
  padding: '8px',
  margin: '-8px',
  selectors: { '& + &': { marginBlockStart: `calc(${token.space8} - 8px)` } },
});
onPaper(`.${questionGroup}`, { contentVisibility: 'visible' });

export const questionSlot = component({ ...oneColumn, gap: token.space3 });

inside(`.${questionGroup}:first-child > .${questionSlot}:first-child > .${questionSection}`, {
  border: '0',
  padding: '0',
});

// A control that is reached with the keyboard must not be hidden behind the bars at the edges.
inside(`.${questionSlot} :is(input, select, textarea)`, { scrollMarginBlock: '8rem' });

/** A dashed line with words, above the question where the person stopped. */
export const stoppedLine = component({
  display: 'flex',
  alignItems: 'center',
  gap: token.space3,
  color: token.brandText,
  fontSize: token.textS,
  fontWeight: token.weightSemibold,
  lineHeight: '1.3',
  scrollMarginBlock: '9rem',
  selectors: {
    '&::before, &::after': { content: '""', flex: '1', borderBlockStart: `2px dashed ${token.brandLine}` },
    '&::before': { flex: '0 0 1rem' },
  },
});
onPaper(`.${stoppedLine}`, { display: 'none' });
