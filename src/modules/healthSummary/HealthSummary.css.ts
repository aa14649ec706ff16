import { token } from '../../ui/contract.css.ts';
import { centredRow, component, inside, oneColumn, onPaper, quietText } from '../../ui/layers.css.ts';

/** The buttons for the document. */
export const acts = component({ marginBlockEnd: token.space6 });
onPaper(`.${acts}`, { display: 'none !important' });

export const views = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${token.space1} ${token.space6}`,
  marginBlockEnd: token.space6,
  borderBlockEnd: `1px solid ${token.line}`,
});
onPaper(`.${views}`, { display: 'none !important' });
inside(`.${views} a`, {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: '3rem',
  color: token.inkMuted,
  fontWeight: token.weightMedium,
  textDecoration: 'none',
});
inside(`.${views} a:hover`, { '@media': { '(hover: hover)': { color: token.ink } } });
inside(`.${views} [aria-current]`, { color: token.ink, fontWeight: token.weightSemibold });
inside(`.${views} [aria-current]::after`, {
  content: '""',
  position: 'absolute',
  insetInline: '0',
  insetBlockEnd: '-1px',
  blockSize: '3px',
  borderRadius: '3px 3px 0 0',
  background: token.brandMark,
  forcedColorAdjust: 'none',
});

/** The first card of a document. */
export const head = component({ display: 'grid', gap: token.space4, marginBlockEnd: token.space4 });
inside(`.${head} h2`, { outline: 'none' });
export const headFacts = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(14rem, 100%), 1fr))',
  gap: `${token.space3} ${token.space6}`,
  fontSize: token.textS,
  lineHeight: '1.4',
});
inside(`.${headFacts} dt`, { color: token.inkMuted });

/** The tools above the sections, which fold and print them. */
export const tools = component({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: token.space2,
  marginBlockEnd: token.space2,
});
onPaper(`.${tools}`, { display: 'none !important' });

/** A sentence about the shown document, with its icon. */
export const note = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: token.space2,
  marginBlockStart: token.space6,
  ...quietText,
  lineHeight: '1.45',
});
inside(`.${note} svg`, { flex: 'none', marginBlockStart: '0.12em' });

/** Reserves the place of the frame until the frame has its height. */
export const frameWaits = component({ display: 'grid' });
inside(`.${frameWaits} > *`, { gridArea: '1 / 1', minInlineSize: '0' });

export const arrangeCard = component({ padding: `${token.space5} 0 0` });
inside(`.${arrangeCard} > :is(h2, p)`, { paddingInline: token.space5 });
inside(`.${arrangeCard} > p`, { paddingBlock: `${token.space2} ${token.space4}` });
export const arrangeList = component({});
inside(`.${arrangeList} > li`, {
  ...centredRow,
  gap: token.space2,
  padding: `${token.space1} ${token.space2} ${token.space1} ${token.space5}`,
  minBlockSize: '3.5rem',
  borderBlockStart: `1px solid ${token.line}`,
});
inside(`.${arrangeList} > li > span`, { flex: '1', minInlineSize: '0', fontWeight: token.weightMedium });
export const arrangeEnd = component({ marginBlockStart: token.space6 });

/** The button below the contents, aligned with them. */
export const arrangeWay = component({ paddingInline: '0', justifyContent: 'start', textAlign: 'start' });

export const choice = component({ maxInlineSize: '44rem' });
inside(`.${choice} > h2`, { padding: token.space5, fontSize: token.textL });
export const choiceEnd = component({ padding: `${token.space4} ${token.space5}` });

/** A message in a dialog. While it is empty it takes no room. */
export const inDialog = component({ display: 'grid' });
inside(`.${inDialog} > [role='alert']:not(:empty)`, { marginBlockStart: token.space4 });

/** Two dates side by side where there is room. */
export const pair = component({
  ...oneColumn,
  gap: token.space4,
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});

export const pdfText = component({ display: 'grid', gap: token.space3, justifyItems: 'start' });

onPaper(`.${head}`, { breakInside: 'avoid' });
