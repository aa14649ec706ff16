import { token } from './contract.css.ts';
import { count } from './Count.css.ts';
import { component, inside, onPaper } from './layers.css.ts';

export const iconButton = component({
  position: 'relative',
  display: 'inline-grid',
  placeItems: 'center',
  inlineSize: token.controlIcon,
  blockSize: token.controlIcon,
  border: '0',
  borderRadius: token.radiusM,
  background: 'none',
  color: token.ink,
  cursor: 'pointer',
  textDecoration: 'none',
  flex: 'none',
  selectors: {
    '&[aria-current="page"], &[data-going]': { background: token.brandTintStrong, color: token.brandText },
  },
  '@media': { '(hover: hover)': { selectors: { '&:hover': { background: token.surfaceHover } } } },
});
onPaper(`.${iconButton}`, { display: 'none !important' });

inside(`.${iconButton} .${count}`, {
  position: 'absolute',
  insetBlockStart: '0.1875rem',
  insetInlineEnd: '-0.0625rem',
  boxShadow: `0 0 0 2px ${token.surfaceRaised}`,
  minInlineSize: 'min(1.25rem, 22px)',
  blockSize: 'min(1.25rem, 22px)',
  fontSize: 'min(0.8125rem, 14px)',
});
