import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, onPaper } from '../../ui/layers.css.ts';

export const details = component({
  padding: token.space3,
  inlineSize: `min(26rem, 100vw - 2 * ${token.pageGutter} - ${token.space5})`,
  fontSize: token.textS,
});
inside(`.${details} dl`, { display: 'grid', gap: token.space4 });
inside(`.${details} dt`, { color: token.inkMuted });
inside(`.${details} dd`, { whiteSpace: 'pre-line', overflowWrap: 'anywhere' });
inside(`.${details} ul`, { display: 'grid', gap: token.space2, whiteSpace: 'normal' });

export const printedDetails = component({ marginBlockEnd: token.space4 });
inside(`.${printedDetails} dt`, { fontWeight: token.weightSemibold });
inside(`.${printedDetails} dd`, { whiteSpace: 'pre-line', marginBlockEnd: token.space2 });

export const statusLine = component({ display: 'block', marginBlockStart: token.space1, overflowWrap: 'normal' });

export const taskState = component({
  display: 'inline-flex',
  alignItems: 'flex-start',
  overflowWrap: 'normal',
  gap: token.space2,
});

export const done = component({ color: token.successText });
inside(`.${taskState} .${icon}`, { flex: 'none', marginBlockStart: '0.1rem' });

export const visitLink = component({ display: 'block' });
onPaper(`.${visitLink}`, { display: 'none !important' });

/** Hidden where rows open, because the notes are in the opened row. */
export const noteWide = component({ '@media': { 'screen and (max-width: 61.99em)': { display: 'none' } } });

export const taskList = component({ display: 'grid', gap: token.space3 });
inside(`.${taskList} h2`, { fontSize: token.textM });
inside(`.${taskList} ul`, { display: 'grid', gap: token.space3 });
inside(`.${taskList} li`, { display: 'grid', gap: token.space1 });
