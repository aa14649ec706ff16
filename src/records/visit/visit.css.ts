import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside } from '../../ui/layers.css.ts';
import { chevron, rowMain, rowTitle } from '../../ui/Row.css.ts';

export const datebox = component({
  inlineSize: '3.25rem',
  flex: 'none',
  textAlign: 'center',
  lineHeight: '1.15',
  paddingBlockStart: '0.125rem',
});
inside(`.${datebox} b`, {
  display: 'block',
  fontSize: token.textXl,
  fontWeight: token.weightSemibold,
  letterSpacing: token.trackingTitle,
});
inside(`.${datebox} span`, { display: 'block', fontSize: token.textXs, color: token.inkMuted });

/** A list whose rows may become one column each. */
export const visitList = component({ containerType: 'inline-size' });
const narrow = '(max-width: 16rem)';

export const visit = component({
  alignItems: 'flex-start',
  flexWrap: 'nowrap',
  overflowWrap: 'anywhere',
  '@container': { [narrow]: { flexWrap: 'wrap' } },
});
inside(`.${visit} > .${chevron}`, {
  alignSelf: 'center',
  flex: 'none',
  '@container': { [narrow]: { display: 'none' } },
});
inside(`.${visit} > .${rowMain}`, { '@container': { [narrow]: { flexBasis: '100%' } } });
inside(`.${visit} > .${datebox}`, {
  '@container': { [narrow]: { inlineSize: 'auto', display: 'flex', alignItems: 'baseline', gap: token.space2 } },
});

/** The first upcoming visit. */
export const next = component({
  background: token.brandTint,
  boxShadow: `inset 4px 0 0 ${token.brandMark}`,
  selectors: { 'a&[data-going]': { background: token.brandTintStrong } },
  '@media': { '(hover: hover)': { selectors: { 'a&:hover': { background: token.brandTintStrong } } } },
});
export const cancelled = component({});
inside(`.${cancelled} :is(.${rowTitle}, .${datebox} b, .${datebox} span)`, {
  color: token.inkMuted,
  textDecoration: 'line-through',
  textDecorationThickness: '1px',
});
inside(`.${cancelled} .${rowTitle}`, { fontWeight: token.weightMedium });

export const statusOfRow = component({ display: 'block', marginBlockStart: '0.375rem' });
export const note = component({ display: 'flex', gap: '0.375rem', color: token.ink });
inside(`.${note} .${icon}`, { marginBlockStart: '0.13rem', color: token.inkMuted, flex: 'none' });
