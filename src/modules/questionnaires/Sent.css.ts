import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

export const sentHead = component({
  display: 'grid',
  justifyItems: 'start',
  gap: token.space2,
  paddingBlockStart: token.space4,
  color: token.inkMuted,
});
inside(`.${sentHead} h1`, { color: token.ink, marginBlockStart: token.space2 });

export const sentMark = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '3.5rem',
  blockSize: '3.5rem',
  marginBlockEnd: token.space2,
  borderRadius: '50%',
  border: '1px solid transparent',
  background: token.brandTintStrong,
  color: token.brandText,
});

/** One of several texts in a banner, in the size of answers. */
export const alertText = component({ fontSize: token.textM, marginBlockStart: token.space2 });

export const nextSection = component({ display: 'grid', gap: token.space3 });
inside(`.${nextSection} h2`, { fontSize: token.textL });
export const nextList = component({ display: 'grid', gap: token.space3 });
// By the text's first line, which a number to call makes higher.
inside(`.${nextList} li`, { display: 'flex', gap: token.space3, alignItems: 'first baseline', lineHeight: '1.45' });
inside(`.${nextList} .${icon}`, {
  color: token.brandText,
  position: 'relative',
  insetBlockStart: '0.375rem',
  flex: 'none',
});

export const restSection = component({ marginBlockStart: token.space8 });
inside(`.${restSection} h2`, { fontSize: token.textL, marginBlockEnd: token.space3 });
export const restBack = component({ marginBlockStart: token.space4 });
export const canDo = component({ display: 'grid', gap: token.space3, marginBlockStart: token.space6 });
inside(`.${canDo} h2`, { fontSize: token.textM });
inside(`.${canDo} ul`, { display: 'grid', gap: token.space3 });
