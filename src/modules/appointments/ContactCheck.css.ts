import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn } from '../../ui/layers.css.ts';

export const contact = component({
  display: 'grid',
  gap: token.space3,
  borderBlockStart: `1px solid ${token.line}`,
  paddingBlockStart: token.space4,
});
inside(`.${contact} > div:empty`, { display: 'none' });
export const heading = component({ fontSize: token.textM, lineHeight: '1.35' });
export const details = component({ display: 'grid', gap: token.space3, overflowWrap: 'anywhere' });
inside(`.${details} dt`, { color: token.inkMuted, fontSize: token.textS });
export const pair = component({
  ...oneColumn,
  gap: token.space4,
  alignItems: 'end',
  '@media': { '(min-width: 30em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
