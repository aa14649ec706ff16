import { token } from './contract.css.ts';
import { component, inside } from './layers.css.ts';

export const brand = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space3,
  minBlockSize: token.target,
  color: token.ink,
  textDecoration: 'none',
  fontWeight: token.weightSemibold,
  fontSize: token.textM,
  letterSpacing: token.trackingTitle,
  marginInlineEnd: 'auto',
  minInlineSize: '0',
  lineHeight: '1.2',
  '@media': { '(min-width: 62em)': { fontSize: token.textL } },
});

export const brandMark = component({
  inlineSize: 'min(2.125rem, 12vw)',
  blockSize: 'min(2.125rem, 12vw)',
  flex: 'none',
  color: token.brandText,
  '@media': { '(min-width: 62em)': { inlineSize: '2.5rem', blockSize: '2.5rem' } },
});

/** The mark keeps its size; a long name breaks. */
inside(`.${brand} > span`, { minInlineSize: '0' });

inside(`.${brand} small`, {
  display: 'block',
  fontSize: token.textXs,
  fontWeight: token.weightRegular,
  color: token.inkMuted,
  letterSpacing: '0',
  lineHeight: '1.2',
});
