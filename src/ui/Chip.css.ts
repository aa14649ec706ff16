import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import {
  atKiosk,
  component,
  dangerColours,
  inForcedColours,
  inside,
  successColours,
  warningColours,
} from './layers.css.ts';

export const chip = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.375rem',
  padding: '0.25rem 0.6875rem 0.25rem 0.5rem',
  borderRadius: `min(${token.radiusFull}, 1rem)`,
  border: `1px solid ${token.line}`,
  background: token.surfaceRaised,
  color: token.inkMuted,
  fontSize: token.textXs,
  fontWeight: token.weightMedium,
  lineHeight: '1.4',
  // Otherwise a Chinese word would be broken, with one character on each line.
  wordBreak: 'keep-all',
  overflowWrap: 'break-word',
});
inForcedColours(`.${chip}`, { border: '1px solid CanvasText' });

export const chipSaved = component(successColours);

export const chipOffline = component(warningColours);

export const chipError = component(dangerColours);

export const chipDraft = component({ borderStyle: 'dashed', borderColor: token.lineControl });

inside(`.${chip} .${icon}`, { inlineSize: '1.0625rem', blockSize: '1.0625rem', strokeWidth: '2' });

atKiosk(`.${chip} .${icon}`, { inlineSize: '1.5rem', blockSize: '1.5rem' });
