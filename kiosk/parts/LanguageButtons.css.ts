import { token } from '../../src/ui/contract.css.ts';
import { inForcedColours, insideKiosk, kioskComponent } from '../../src/ui/layers.css.ts';

/** With large text, five full-size buttons would fill the screen and hide whom the tablet is for. */
const largeText = '(max-width: 43.7em)';

export const languageButtons = kioskComponent({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  gap: token.space3,
  inlineSize: `min(62rem, 100vw - 2 * ${token.pageGutter})`,
});

insideKiosk(`.${languageButtons} > li`, {
  flex: '1 1 9.5rem',
  '@media': {
    '(max-width: 61.99em)': { flex: '0 1 13rem' },
    [largeText]: { flex: `0 1 calc((100% - 2 * ${token.space3}) / 3)`, minInlineSize: 'max-content' },
  },
});

export const languageButton = kioskComponent({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: token.space2,
  inlineSize: '100%',
  minBlockSize: '5rem',
  padding: `${token.space2} ${token.space3}`,
  border: `2px solid ${token.deepLine}`,
  borderRadius: token.radiusL,
  background: token.deepRaised,
  color: token.onDeep,
  fontSize: token.textL,
  fontWeight: token.weightSemibold,
  lineHeight: '1.2',
  cursor: 'pointer',
  selectors: {
    '&[aria-pressed="true"]': { background: token.onDeep, color: token.deep, borderColor: token.onDeep },
  },
  '@media': {
    [largeText]: { minBlockSize: token.target, fontSize: token.textS },
    '(hover: hover)': { selectors: { '&:hover': { borderColor: token.onDeep } } },
  },
});
inForcedColours(`.${languageButton}`, { borderColor: 'ButtonText' });
inForcedColours(`.${languageButton}[aria-pressed="true"]`, { outline: '4px solid Highlight' });
