import { style } from '@vanilla-extract/css';
import { count } from './Count.css.ts';
import { icon } from './Icon.css.ts';
import { component, inside } from './layers.css.ts';

export const popover = component({
  background: 'var(--surface-raised)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-l)',
  boxShadow: 'var(--elevation-3)',
  padding: 'var(--space-2)',
  minInlineSize: 'min(15rem, 100%)',
  zIndex: 'var(--z-popover)',
});

export const menuList = style({});

export const menuLabel = component({
  fontSize: 'var(--text-s)',
  fontWeight: 'var(--weight-medium)',
  color: 'var(--ink-muted)',
  padding: 'var(--space-4) var(--space-3) var(--space-1)',
  letterSpacing: '0',
  fontFamily: 'var(--font-body)',
});

inside(`.${popover} a`, {
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--space-3)',
  minBlockSize: 'var(--target)',
  paddingInline: 'var(--space-3)',
  borderRadius: 'var(--radius-m)',
  color: 'var(--ink)',
  textDecoration: 'none',
  fontSize: 'var(--text-s)',
});

inside(`.${popover} a[data-going], .${menuList} a[data-going]`, { background: 'var(--surface-hover)' });
inside(`.${popover} a:hover, .${menuList} a:hover, .${menuList} button:hover`, { '@media': { '(hover: hover)': { background: 'var(--surface-hover)' } } });

inside(`.${menuList} a, .${menuList} button`, {
  overflowWrap: 'anywhere',
  minInlineSize: '0',
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--space-4)',
  minBlockSize: '3.25rem',
  inlineSize: '100%',
  paddingInline: 'var(--space-3)',
  border: '0',
  borderRadius: 'var(--radius-m)',
  background: 'none',
  color: 'var(--ink)',
  textDecoration: 'none',
  fontWeight: 'var(--weight-medium)',
  cursor: 'pointer',
  textAlign: 'start',
});

inside(`.${menuList} .${icon}`, { color: 'var(--ink-muted)' });

inside(`.${menuList} .${count}`, { marginInlineStart: 'auto' });

inside(`.${menuList} [aria-current]`, { background: 'var(--brand-tint)', color: 'var(--brand-text)', fontWeight: 'var(--weight-semibold)' });

inside(`.${menuList} [aria-current] .${icon}`, { color: 'inherit' });

export const anchor = component({ position: 'relative', display: 'inline-flex' });

export const anchored = component({
  position: 'absolute',
  insetBlockStart: 'calc(100% + var(--space-1))',
  insetInlineEnd: '0',
  inlineSize: 'max-content',
  maxInlineSize: 'calc(100vw - 2 * var(--page-gutter))',
  maxBlockSize: 'min(32rem, 80dvh)',
  overflow: 'auto',
  selectors: { '&[data-align="start"]': { insetInlineStart: '0', insetInlineEnd: 'auto' } },
});

export const turned = component({
  transition: 'transform var(--motion-base) var(--ease-out)',
  selectors: { '[aria-expanded="true"] > &': { transform: 'rotate(180deg)' } },
});

export const itemCheck = component({ marginInlineStart: 'auto' });
