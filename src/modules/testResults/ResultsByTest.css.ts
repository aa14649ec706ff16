import { panes, twoPanes } from '../../records/panes/panes.css.ts';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, oneColumn } from '../../ui/layers.css.ts';
import { chevron } from '../../ui/Row.css.ts';

/** A list with a drawing and a table, which need more room than rows. */
export const wideList = component({});
inside(`.${panes}.${wideList}`, {
  '@media': { [twoPanes]: { gridTemplateColumns: 'minmax(20rem, 27rem) minmax(0, 1fr)' } },
});

export const find = component({ marginBlockEnd: token.space4 });
export const none = component({ padding: token.space5, color: token.inkMuted });

export const item = component({});
inside(`.${item} > h3`, { font: 'inherit', letterSpacing: 'inherit' });
inside(`.${item} button[aria-expanded="true"] .${chevron} .${icon}`, { transform: 'rotate(180deg)' });
export const newest = component({ display: 'flex', flexWrap: 'wrap', gap: `0 ${token.space3}`, fontSize: token.textS });
export const value = component({ overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' });
export const opened = component({
  ...oneColumn,
  gap: token.space4,
  padding: `${token.space2} ${token.space5} ${token.space5}`,
  fontSize: token.textS,
  '@media': { '(max-width: 47.99em)': { paddingInline: token.space4 } },
});
/** The value whose result is shown beside the list. */
inside(`.${opened} a[aria-current="true"]`, { fontWeight: token.weightBold });
