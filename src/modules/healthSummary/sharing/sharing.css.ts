import { token } from '../../../ui/contract.css.ts';
import { component, inside, oneColumn } from '../../../ui/layers.css.ts';

export const made = component({ display: 'grid', gap: token.space4 });
export const madeFacts = component({ display: 'grid', gap: token.space3 });
inside(`.${madeFacts} dt`, { color: token.inkMuted, fontSize: token.textS });
/** Digits to be read out, and a link to be copied. */
export const passcode = component({
  fontSize: token.textXl,
  fontWeight: token.weightSemibold,
  letterSpacing: '0.12em',
});
export const linkText = component({ overflowWrap: 'anywhere', userSelect: 'all', fontSize: token.textS });
export const links = component({ display: 'grid', gap: token.space3, marginBlockStart: token.space6 });
export const readable = component({ ...oneColumn, gap: token.space4 });
/** Tables keep readable columns, and the part around them scrolls. */
export const words = component({ overflowX: 'auto', marginBlockStart: token.space2 });
inside(`.${words} table`, { minInlineSize: '40rem' });
