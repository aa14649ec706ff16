import { token } from '../../../../../ui/contract.css.ts';
import { component, oneColumn, quietText } from '../../../../../ui/layers.css.ts';

export const signatureBox = component({
  ...oneColumn,
  gap: token.space3,
  justifyItems: 'start',
  alignContent: 'start',
  inlineSize: '100%',
});

/** Drawing and typing side by side where there is room, so that the button is in sight on a tablet. */
export const signatureWays = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))',
  gap: token.space4,
  inlineSize: '100%',
  maxInlineSize: '56rem',
});

/** The finger draws here and does not scroll the page. */
export const pad = component({
  inlineSize: '100%',
  aspectRatio: '5 / 2',
  border: `1px solid ${token.lineControl}`,
  borderRadius: token.radiusM,
  background: token.surface,
  color: token.ink,
  cursor: 'crosshair',
  touchAction: 'none',
});
export const drawing = component({
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '6',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
});

export const signedAnswer = component({
  display: 'grid',
  gap: token.space2,
  justifyItems: 'start',
  inlineSize: '100%',
});
export const drawnSignature = component({
  inlineSize: '100%',
  maxInlineSize: '16rem',
  aspectRatio: '5 / 2',
  color: token.ink,
});
export const typedSignature = component({ fontStyle: 'italic', fontSize: token.textL, overflowWrap: 'anywhere' });
export const signatureNote = component({
  ...quietText,
  fontWeight: token.weightRegular,
});
export const signatureCode = component({
  ...quietText,
  fontWeight: token.weightRegular,
  overflowWrap: 'anywhere',
});
export const signedWords = component({
  display: 'grid',
  gap: token.space2,
  paddingBlock: token.space2,
  fontWeight: token.weightRegular,
});

/** A finger opens it. */
export const signedWordsOpener = component({
  display: 'list-item',
  minBlockSize: token.target,
  paddingBlock: token.space3,
  cursor: 'pointer',
});
