import { token } from './contract.css.ts';
import { component, inForcedColours, inside, quietText, withoutHas } from './layers.css.ts';

export const segmented = component({
  display: 'inline-flex',
  flexWrap: 'wrap',
  padding: '0.125rem',
  gap: '0.125rem',
  borderRadius: `calc(${token.radiusM} + 0.125rem)`,
  background: token.surfaceSunken,
  boxShadow: `inset 0 0 0 1px ${token.lineStrong}`,
  maxInlineSize: '100%',
});

/** The same for any number of options of any length, which wrap to as many lines as needed. */
export const chips = component({ display: 'flex', flexWrap: 'wrap', gap: token.space2 });
const frames = `:is(.${segmented}, .${chips})`;

inside(`${frames} label`, {
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: token.space2,
  flex: '1',
  minBlockSize: token.target,
  paddingInline: token.space4,
  borderRadius: token.radiusM,
  ...quietText,
  fontWeight: token.weightMedium,
  WebkitTextStroke: `${token.mediumToSemibold} transparent`,
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  border: '1px solid transparent',
});

inside(`.${chips} label`, {
  flex: 'none',
  maxInlineSize: '100%',
  borderColor: token.lineStrong,
  borderRadius: `min(${token.radiusFull}, 1.5rem)`,
  whiteSpace: 'normal',
  textAlign: 'center',
});

// Although it is invisible, a box with the system's look would be repainted at each touch.
inside(`${frames} input`, {
  appearance: 'none',
  position: 'absolute',
  inset: '0',
  opacity: '0',
  cursor: 'pointer',
  margin: '0',
});

inside(`${frames} label:has(:checked)`, {
  background: token.surfaceRaised,
  color: token.ink,
  WebkitTextStrokeColor: 'currentColor',
  boxShadow: token.elevation1,
  borderColor: token.lineStrong,
});
inForcedColours(`${frames} label:has(:checked)`, {
  borderColor: 'Highlight',
  boxShadow: 'none',
  textDecoration: 'underline',
});

inside(`${frames} label:has(:focus-visible)`, {
  outline: `${token.focusWidth} solid ${token.focusRing}`,
  outlineOffset: '1px',
});

withoutHas(`${frames} input:checked`, {
  opacity: '1',
  inlineSize: '100%',
  blockSize: '100%',
  border: `0.1875rem solid ${token.ink}`,
  borderRadius: 'inherit',
});
withoutHas(`${frames} input:focus-visible`, { opacity: '1', inlineSize: '100%', blockSize: '100%' });
