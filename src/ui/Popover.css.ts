import { token } from './contract.css.ts';
import { count } from './Count.css.ts';
import { icon } from './Icon.css.ts';
import { bareButton, centredRow, component, inside, quietText } from './layers.css.ts';

export const popover = component({
  background: token.surfaceRaised,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  boxShadow: token.elevation3,
  padding: token.space2,
  minInlineSize: 'min(15rem, 100%)',
  zIndex: token.zPopover,
});

export const menuList = component({});

export const menuLabel = component({
  ...quietText,
  fontWeight: token.weightMedium,
  padding: `${token.space4} ${token.space3} ${token.space1}`,
  letterSpacing: '0',
  fontFamily: token.fontBody,
});

inside(`.${popover} a`, {
  ...centredRow,
  gap: token.space3,
  minBlockSize: token.target,
  paddingInline: token.space3,
  borderRadius: token.radiusM,
  color: token.ink,
  textDecoration: 'none',
  fontSize: token.textS,
});

inside(`.${popover} a[data-going], .${menuList} a[data-going]`, { background: token.surfaceHover });
inside(`.${popover} a:hover, .${menuList} a:hover, .${menuList} button:hover`, {
  '@media': { '(hover: hover)': { background: token.surfaceHover } },
});

inside(`.${menuList} a, .${menuList} button`, {
  overflowWrap: 'anywhere',
  minInlineSize: '0',
  ...centredRow,
  gap: token.space4,
  minBlockSize: '3.25rem',
  inlineSize: '100%',
  paddingInline: token.space3,
  ...bareButton,
  borderRadius: token.radiusM,
  color: token.ink,
  textDecoration: 'none',
  fontWeight: token.weightMedium,
  textAlign: 'start',
});

inside(`.${menuList} .${icon}`, { color: token.inkMuted });

inside(`.${menuList} .${count}`, { marginInlineStart: 'auto' });

inside(`.${menuList} [aria-current]`, {
  background: token.brandTint,
  color: token.brandText,
  fontWeight: token.weightSemibold,
});

inside(`.${menuList} [aria-current] .${icon}`, { color: 'inherit' });

export const anchor = component({ position: 'relative', display: 'inline-flex' });

export const anchored = component({
  position: 'absolute',
  insetBlockStart: `calc(100% + ${token.space1})`,
  insetInlineEnd: '0',
  inlineSize: 'max-content',
  maxInlineSize: `calc(100vw - 2 * ${token.pageGutter})`,
  maxBlockSize: 'min(32rem, 80dvh)',
  overflow: 'auto',
  selectors: { '&[data-align="start"]': { insetInlineStart: '0', insetInlineEnd: 'auto' } },
});

export const turned = component({
  transition: `transform ${token.motionBase} ${token.easeOut}`,
  selectors: { '[aria-expanded="true"] > &': { transform: 'rotate(180deg)' } },
});

export const itemCheck = component({ marginInlineStart: 'auto' });
