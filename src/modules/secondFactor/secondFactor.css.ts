import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn } from '../../ui/layers.css.ts';

/** As wide as the card before the login: a button across a whole page is none. */
export const narrowColumn = component({ maxInlineSize: '32rem' });

export const setUpSteps = component({
  ...oneColumn,
  gap: token.space6,
  margin: '0',
  paddingInlineStart: token.space5,
  listStyle: 'decimal',
});
inside(`.${setUpSteps} > li::marker`, { fontWeight: token.weightSemibold });
inside(`.${setUpSteps} h2`, { fontSize: token.textM });

/** To be typed into an app, sign by sign. */
export const keyText = component({
  fontSize: token.textL,
  fontWeight: token.weightSemibold,
  letterSpacing: '0.06em',
  overflowWrap: 'anywhere',
  userSelect: 'all',
});

export const codeList = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(7em, 1fr))',
  gap: token.space3,
  margin: '0',
  padding: '0',
  listStyle: 'none',
  // A whole code fits into the narrowest column, whatever size of text the kiosk and the browser have together.
  fontSize: `min(${token.textL}, 8.5vw)`,
  fontWeight: token.weightSemibold,
  letterSpacing: '0.06em',
  fontVariantNumeric: 'tabular-nums',
  // A code that breaks at its hyphen looks like two.
  whiteSpace: 'nowrap',
});
