import { token } from '../../ui/contract.css.ts';
import { dot } from '../../ui/Dot.css.ts';
import { bareButton, centredRow, component, inside, quietText } from '../../ui/layers.css.ts';

/** Explains the dot, below the title. */
export const legend = component({ whiteSpace: 'nowrap' });
inside(`.${legend} .${dot}`, { display: 'inline-block', marginInline: '0.125rem 0.25rem' });
inside(`.${legend}`, { '@media': { '(max-width: 30em)': { whiteSpace: 'normal' } } });

/** The heading of a group that opens it on a phone. */
export const foldButton = component({
  ...centredRow,
  gap: token.space3,
  inlineSize: '100%',
  minBlockSize: token.target,
  padding: '0',
  ...bareButton,
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
});
inside(`h2:has(> .${foldButton})`, { flex: '1 1 100%' });
inside(`.${foldButton} svg`, { flex: 'none' });
inside(`.${foldButton}[aria-expanded='true'] svg`, { transform: 'rotate(180deg)' });
export const foldCount = component({
  marginInlineStart: 'auto',
  ...quietText,
  fontWeight: token.weightRegular,
});

export const markerTrend = component({ marginBlockStart: token.space3 });
inside(`.${markerTrend} table`, { inlineSize: '100%', maxInlineSize: token.measure });
inside(`.${markerTrend} tr[data-more] > *`, { borderBlockEnd: '0', paddingBlockEnd: '0' });
export const markerDate = component({ whiteSpace: 'nowrap' });
inside(`.${markerDate} .${dot}`, { display: 'inline-block', marginInlineEnd: token.space2 });
/** The other facts of one value, below it. */
export const markerMore = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${token.space4}`,
  color: token.inkMuted,
  lineHeight: '1.4',
});
inside(`.${markerMore} :is(dt, dd)`, { display: 'inline', overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
inside(`.${markerMore} dt::after`, { content: '": "' });
