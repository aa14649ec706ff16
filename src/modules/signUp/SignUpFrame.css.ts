import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, spreadRow } from '../../ui/layers.css.ts';

/** A short step fills the window too, so that its buttons are at the lower edge. */
export const frame = component({ ...oneColumn, gridTemplateRows: 'auto auto 1fr auto', minBlockSize: '100dvh' });

inside(`.${frame} > main`, { inlineSize: '100%' });

export const content = component({ ...oneColumn, gap: token.space6, justifyItems: 'start' });

inside(`.${content} > form`, { inlineSize: '100%' });

/** One header for both rows. It has no box of its own, so that the second row can be sticky. */
export const head = component({ display: 'contents' });

/** The portal's name and the language choice, above the steps. */
export const house = component({ padding: `${token.space3} ${token.pageGutter} 0` });
export const houseInner = component({
  ...spreadRow,
  gap: `${token.space2} ${token.space4}`,
  maxInlineSize: '44rem',
  marginInline: 'auto',
});

/** The facility's foot, separated from the form. */
export const foot = component({
  inlineSize: '100%',
  borderBlockStart: `1px solid ${token.line}`,
  paddingBlockStart: token.space3,
});
