import { card } from '../../ui/Card.css.ts';
import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, onPaper, spreadRow } from '../../ui/layers.css.ts';

/** A short page fills the window too, so that its buttons are at the lower edge. */
export const frame = component({ ...oneColumn, gridTemplateRows: 'auto 1fr auto', minBlockSize: '100dvh' });
onPaper(`.${frame}`, { display: 'block' });

inside(`.${frame} > main`, { inlineSize: '100%' });

export const content = component({ ...oneColumn, gap: token.space8 });

export const group = component({ ...oneColumn, gap: token.space6 });

inside(`.${group} > h2`, { fontSize: token.textL });

/** Two fields side by side where there is room. */
export const pair = component({
  ...oneColumn,
  gap: token.space6,
  alignItems: 'end',
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

/** Checkboxes one below the other, closer together than fields. */
export const boxes = component({ ...oneColumn, gap: token.space1 });

export const access = component({ ...oneColumn, gap: token.space4 });

/** The grid keeps them apart. */
inside(`.${content} > .${card} + .${card}`, { marginBlockStart: '0' });

inside(`.${access} > h2`, { fontSize: token.textL });

inside(`.${access} > p`, { maxInlineSize: token.measure, overflowWrap: 'anywhere' });

export const hint = component({ color: token.inkMuted, fontSize: token.textS, maxInlineSize: token.measure });

/** One line for each day and section of the record. Where there is no room beside it, the time is below what was done. */
export const activity = component({ display: 'grid', gap: token.space2, padding: '0', margin: '0', listStyle: 'none' });

inside(`.${activity} > li`, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `${token.space1} ${token.space4}`,
});

export const rights = component({ ...oneColumn, containerType: 'inline-size' });

/** A section of the record with its checkboxes beside it, as long as both fit with the current text size. */
export const rightsSection = component({
  ...spreadRow,
  gap: `${token.space1} ${token.space4}`,
  minInlineSize: '0',
  margin: '0',
  padding: `${token.space3} 0`,
  border: '0',
  borderBlockStart: `1px solid ${token.line}`,
  breakInside: 'avoid',
});

export const rightsName = component({ flex: '1 1 9rem', minInlineSize: 'min(9rem, 100%)' });

inside(`.${rightsName} > p`, {
  fontWeight: token.weightSemibold,
  // The longest name must fit on one line of the narrowest window at twice the text size.
  fontSize: 'min(1em, 7.2vw)',
  lineHeight: token.leadingSnug,
});

inside(`.${rightsName} > small`, { display: 'block', color: token.inkMuted, fontSize: token.textS, lineHeight: '1.4' });

/** Until when the rights of a section last: on a line of its own. */
export const rightsEnd = component({ flex: '1 0 100%', ...oneColumn, gap: token.space2 });

// Its icon is below the text above it.
inside(`.${rightsEnd} > button`, { justifySelf: 'start', marginInlineStart: `calc(-1 * ${token.space4})` });

inside(`.${rightsEnd} > form`, { paddingBlock: token.space3 });

/** In columns where there is room. */
export const rightsBoxes = component({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: token.space6,
  '@container': {
    '(min-width: 34rem)': { display: 'grid', gridTemplateColumns: 'repeat(2, 7.5rem)', columnGap: token.space2 },
  },
});

/** The text of the mail, in the reader's language. */
export const quote = component({
  display: 'grid',
  gap: token.space2,
  margin: '0',
  paddingInlineStart: token.space4,
  borderInlineStart: `3px solid ${token.line}`,
  color: token.inkMuted,
  maxInlineSize: token.measure,
});

export const pin = component({
  fontSize: '2.5rem',
  fontWeight: token.weightBold,
  letterSpacing: '0.2em',
  fontVariantNumeric: 'tabular-nums',
  lineHeight: '1.3',
  overflowWrap: 'anywhere',
});
onPaper(`.${pin}`, { fontSize: '28pt' });
