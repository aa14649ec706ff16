import { token } from '../../ui/contract.css.ts';
import { component, inside, onPaper, wrappingRow } from '../../ui/layers.css.ts';
import { anchor, popover } from '../../ui/Popover.css.ts';

/** The line and, beside it, the button for another patient. */
export const actingRow = component({
  position: 'relative',
  ...wrappingRow,
  gap: `${token.space2} ${token.space4}`,
});

/** The list is below the row, whose start is never far from the window's. */
inside(`.${actingRow} > .${anchor}`, { position: 'static' });
inside(`.${actingRow} .${popover}`, { maxInlineSize: '100%' });
onPaper(`.${actingRow} > .${anchor}`, { display: 'none' });

/** Above the content of a page. */
export const actingHead = component({
  ...wrappingRow,
  gap: token.space2,
  marginBlockEnd: token.space4,
});
inside(`.${actingHead}:empty`, { display: 'none' });

/** The line itself is the button. */
export const actingMenu = component({ display: 'flex', minInlineSize: '0', marginBlockEnd: token.space2 });
inside(`.${actingMenu} > .${anchor}`, { minInlineSize: '0' });
inside(`.${actingMenu} > .${anchor} > button`, {
  minInlineSize: '0',
  borderRadius: `min(${token.radiusFull}, 1.375rem)`,
  background: token.accentTint,
  border: `1px solid ${token.line}`,
  color: token.ink,
  lineHeight: '1.35',
  overflowWrap: 'anywhere',
  textAlign: 'start',
  whiteSpace: 'normal',
});
