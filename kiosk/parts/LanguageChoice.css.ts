import { token } from '../../src/ui/contract.css.ts';
import { bareButton, insideKiosk, kioskComponent } from '../../src/ui/layers.css.ts';

export const languageChoice = kioskComponent({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space2,
  minBlockSize: token.target,
  paddingInline: token.space4,
  borderRadius: token.radiusM,
  fontSize: token.textM,
  fontWeight: token.weightMedium,
  color: 'inherit',
});

/** The native list covers the whole control, so that a press anywhere on it opens the list. */
export const languageSelect = kioskComponent({
  appearance: 'none',
  ...bareButton,
  color: 'inherit',
  font: 'inherit',
  // As wide as the language that is shown, where the browser can.
  fieldSizing: 'content',
  minBlockSize: token.target,
  marginInline: `calc(-1 * ${token.space12})`,
  paddingInline: token.space12,
  borderRadius: token.radiusM,
});

insideKiosk(`.${languageSelect} option`, { color: 'CanvasText', background: 'Canvas' });
