import { token } from '../../ui/contract.css.ts';
import { badge } from '../../ui/Badge.css.ts';
import { button } from '../../ui/Button.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, wrappingRow } from '../../ui/layers.css.ts';
import { rowMain, rowSub } from '../../ui/Row.css.ts';

export const toDoRow = component({
  paddingBlock: '0.5rem',
  columnGap: token.space2,
  overflowWrap: 'anywhere',
  '@media': { '(min-width: 48em)': { paddingBlock: '0.875rem' } },
});
export const toDoHead = component({
  ...wrappingRow,
  gap: `0 ${token.space2}`,
});
inside(`.${toDoRow} :is(h2, h3)`, { fontSize: token.textM, letterSpacing: 'normal' });
inside(`.${toDoRow} > .${rowMain}`, { flexBasis: '9.5rem' });
inside(`.${toDoRow} > .${button}`, {
  marginInlineStart: 'auto',
  minInlineSize: '4rem',
  maxInlineSize: '8.75rem',
  textWrap: 'balance',
  paddingInline: token.space2,
  '@media': { '(min-width: 48em)': { minInlineSize: '6.25rem', maxInlineSize: 'none', paddingInline: token.space4 } },
});
inside(`.${toDoRow} .${rowSub} .${icon}`, {
  display: 'inline-block',
  verticalAlign: '-0.2em',
  marginInlineEnd: '0.25rem',
});
inside(`.${toDoRow} .${badge}`, { marginInlineEnd: '0.25rem' });
/** With a second button: on a phone both are below the text. */
export const toDoTwoWays = component({ rowGap: token.space2 });
inside(`.${toDoTwoWays} > .${rowMain}`, {
  '@media': { '(max-width: 47.99em)': { flexBasis: '100%' } },
});
inside(`.${toDoTwoWays} > .${button}`, {
  '@media': { '(max-width: 47.99em)': { marginInlineStart: '0', paddingInline: token.space4 } },
});
inside(`.${toDoTwoWays} > .${button} ~ .${button}`, { marginInlineStart: '0' });
/** Why a button is disabled, below it. */
export const toDoReason = component({ flexBasis: '100%', color: token.inkMuted, fontSize: token.textS });
