import { style } from '@vanilla-extract/css';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, onPaper, quietText, wrappingRow } from '../../ui/layers.css.ts';

export const detailHead = component({
  ...wrappingRow,
  gap: `${token.space2} ${token.space4}`,
  marginBlockEnd: token.space5,
});
inside(`.${detailHead} h2`, { flex: '1 1 14rem', fontSize: token.text2xl, overflowWrap: 'anywhere' });
/** The words of the buttons, which have no edge, begin where the text above them does; with large text no further out than the page's own edge. */
export const headActions = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: token.space2,
  marginInlineStart: `calc(-1 * min(${token.space4}, 16px))`,
});
onPaper(`.${headActions}`, { display: 'none !important' });

export const resultHead = component({ display: 'grid', gap: token.space5, marginBlockEnd: token.space6 });
export const facts = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  gap: `${token.space4} ${token.space6}`,
});
inside(`.${facts} dt`, { color: token.inkMuted, fontSize: token.textS, lineHeight: '1.4' });
inside(`.${facts} dd`, { fontWeight: token.weightMedium, lineHeight: '1.4', overflowWrap: 'anywhere' });
export const remarks = component({
  borderInlineStart: `4px solid ${token.brandLine}`,
  padding: `${token.space1} 0 ${token.space1} ${token.space4}`,
});
inside(`.${remarks} h3`, {
  ...quietText,
  fontWeight: token.weightMedium,
  letterSpacing: '0',
});
export const words = component({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', lineHeight: '1.55' });
export const panel = component({
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  background: token.surfaceSunken,
  padding: `${token.space4} ${token.space5}`,
});
onPaper(`.${panel}`, { background: 'none', borderColor: '#000' });

export const phone = component({ whiteSpace: 'nowrap' });

export const group = component({ marginBlockStart: token.space8 });
export const groupHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${token.space2} ${token.space4}`,
  marginBlockEnd: token.space3,
});
inside(`.${groupHead} h3`, { marginInlineEnd: 'auto', overflowWrap: 'anywhere' });

export const files = component({ display: 'grid', gap: token.space2 });
export const file = component({
  ...wrappingRow,
  gap: `${token.space2} ${token.space3}`,
  padding: `${token.space2} ${token.space2} ${token.space2} ${token.space3}`,
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
});
inside(`.${file} > .${icon}`, { color: token.brandText });
export const fileMain = component({ flex: '1 1 8rem', minInlineSize: '0', lineHeight: '1.35' });
inside(`.${fileMain} > span`, { display: 'block', overflowWrap: 'anywhere' });
inside(`.${fileMain} > span:first-child`, { fontWeight: token.weightMedium });
inside(`.${fileMain} > span:last-child`, { color: token.inkMuted, fontSize: token.textS });

export const explain = component({
  display: 'grid',
  gap: token.space3,
  paddingBlock: `${token.space2} ${token.space4}`,
});
/** A closed explanation is not printed, because it says nothing and might take a second sheet. */
export const explanations = style({
  '@layer': { print: { '@media': { print: { selectors: { '&:not(:has(details[open]))': { display: 'none' } } } } } },
});
inside(`.${explain} > p:last-child`, { color: token.inkMuted, fontSize: token.textS });
export const askMore = component({ color: token.inkMuted, fontSize: token.textS, marginBlockStart: token.space6 });
export const askText = component({ marginBlock: `${token.space2} ${token.space6}` });

/** On paper the groups are closer together than on a screen. */
onPaper(`.${group}`, { marginBlockStart: '12pt' });
