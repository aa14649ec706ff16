import { token } from '../../../ui/contract.css.ts';
import { component, inside, oneColumn } from '../../../ui/layers.css.ts';

export const intro = component({ display: 'grid', gap: token.space2, marginBlockEnd: token.space6 });
export const dueLine = component({ color: token.inkMuted, fontSize: token.textS });
export const noteSection = component({ ...oneColumn, gap: token.space3, marginBlockEnd: token.space8 });
export const bannerAction = component({ marginBlockStart: token.space3 });
/** Words above the buttons. While it is empty it takes no space, but it stays in the document as a live region. */
export const actionNote = component({
  order: '-1',
  flexBasis: '100%',
  fontSize: token.textS,
  color: token.inkMuted,
  selectors: { '&:empty': { position: 'absolute' } },
});
/** Questions that cannot be answered here at the moment stay readable. */
export const questions = component({ selectors: { '&[inert]': { opacity: '0.6' } } });
inside(`.${noteSection} h2`, { fontSize: token.textL });
