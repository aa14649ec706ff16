import { token } from '../../ui/contract.css.ts';
import { banner } from '../../ui/Banner.css.ts';
import { component, inside, oneColumn } from '../../ui/layers.css.ts';

export const scoring = component({ ...oneColumn, gap: token.space5 });
inside(`.${scoring} .${banner}`, { marginBlockEnd: '0' });
export const scoringHead = component({
  display: 'grid',
  justifyItems: 'center',
  textAlign: 'center',
  gap: token.space3,
  paddingBlock: token.space6,
  color: token.inkMuted,
});
export const scoreName = component({ fontSize: token.textM, color: token.inkMuted, letterSpacing: '0' });
export const scoreValue = component({
  fontSize: token.text3xl,
  fontWeight: token.weightSemibold,
  lineHeight: '1.2',
  fontVariantNumeric: 'tabular-nums',
  color: token.ink,
});
inside(`.${scoreValue} b`, { fontWeight: token.weightSemibold });
/** The highest possible score, beside it. */
export const scoreMost = component({ fontSize: token.textM, fontWeight: token.weightRegular, color: token.inkMuted });
export const scoreMessage = component({ marginBlockStart: token.space3 });

export const scoringMark = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '4.5rem',
  blockSize: '4.5rem',
  borderRadius: '50%',
  border: '1px solid transparent',
  background: token.accent,
  color: token.onAccent,
});

inside(`.${scoringHead} h1`, { color: token.ink });
