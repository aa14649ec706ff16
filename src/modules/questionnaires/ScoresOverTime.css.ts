import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn } from '../../ui/layers.css.ts';

export const rangeList = component({ ...oneColumn, marginBlockStart: token.space2 });
inside(`.${rangeList} > div`, {
  padding: `${token.space3} ${token.space4}`,
  borderInlineStart: `3px solid ${token.line}`,
  fontSize: token.textS,
  lineHeight: '1.45',
});
/** The range of the newest value, tinted as in the drawing. */
inside(`.${rangeList} > div[data-now]`, { borderInlineStartColor: token.brandMark, background: token.brandTint });
inside(`.${rangeList} dd`, { margin: '0' });
export const rangeName = component({ fontWeight: token.weightSemibold, fontVariantNumeric: 'tabular-nums' });
inside(`.${rangeName} small`, { fontWeight: token.weightRegular, color: token.inkMuted });
