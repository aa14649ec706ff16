import { token } from '../../ui/contract.css.ts';
import { centredRow, component, hiddenButRead, inside, onPaper, quietText } from '../../ui/layers.css.ts';

export const footer = component({ borderBlockStart: `1px solid ${token.line}` });
onPaper(`.${footer}`, { display: 'none !important' });
export const fromMedium = component({ '@media': { '(max-width: 61.99em)': { display: 'none' } } });
export const footerIn = component({
  ...centredRow,
  gap: token.space6,
  maxInlineSize: `calc(${token.pageMax} + 2 * ${token.pageGutter})`,
  marginInline: 'auto',
  padding: `${token.space5} ${token.pageGutter}`,
  ...quietText,
});
inside(`.${footerIn} span`, { marginInlineEnd: 'auto' });
export const menuHead = component({ display: 'flex', alignItems: 'center', gap: token.space4 });
export const menuFoot = component({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `0 ${token.space4}`,
  ...quietText,
  paddingInline: token.space3,
});
/** A long name takes two lines, so that the facility's name has room in the bar. */
export const userName = component({
  maxInlineSize: '14rem',
  whiteSpace: 'normal',
  textAlign: 'start',
  lineHeight: '1.2',
  '@media': { '(min-width: 75em)': { maxInlineSize: '20rem' } },
});
/** On phones the bar has room for the initials only; the menu that they open begins with the name. */
export const wideName = component({
  '@media': {
    '(max-width: 47.99em)': { ...hiddenButRead },
  },
});
export const phoneName = component({
  padding: token.space3,
  fontWeight: token.weightSemibold,
  '@media': { '(min-width: 48em)': { display: 'none' } },
});

/** The languages, set in under the button that shows them. */
export const menuSub = component({
  paddingInlineStart: token.space8,
  selectors: { '&[hidden]': { display: 'none' } },
});
inside(`.${menuFoot} span`, { inlineSize: '100%', paddingBlockStart: token.space4 });
