import { token } from './contract.css.ts';
import { bareButton, component, inForcedColours, inside } from './layers.css.ts';

export const rows = component({});

export const row = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${token.space1} ${token.space4}`,
  padding: `${token.space4} ${token.space5}`,
  minBlockSize: '3.75rem',
  selectors: {
    'a&, button&': {
      inlineSize: '100%',
      color: token.ink,
      textAlign: 'start',
      textDecoration: 'none',
      ...bareButton,
    },
    'a&[data-going]': { background: token.surfaceHover },
    'a&:focus-visible, button&:focus-visible': {
      outlineOffset: '-4px',
      boxShadow: 'none',
      borderRadius: token.radiusM,
    },
  },
  '@media': {
    '(max-width: 47.99em)': { paddingInline: token.space4, columnGap: token.space3 },
    '(hover: hover)': { selectors: { 'a&:hover, button&:hover': { background: token.surfaceHover } } },
  },
});
inForcedColours(`.${row}[aria-current="true"]`, { outline: '3px solid Highlight', outlineOffset: '-3px' });

export const rowMain = component({ flex: '1 1 8.5rem', minInlineSize: '0' });

export const rowTitle = component({
  display: 'block',
  fontWeight: token.weightSemibold,
  lineHeight: token.leadingSnug,
});

export const rowSub = component({ display: 'block', color: token.inkMuted, fontSize: token.textS, lineHeight: '1.45' });

export const rowIcon = component({
  display: 'grid',
  placeItems: 'center',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  borderRadius: token.radiusM,
  background: token.accentTint,
  color: token.ink,
  flex: 'none',
  border: '1px solid transparent',
});

export const chevron = component({});

inside(`.${rows} > li + li, .${rows} > .${row} + .${row}`, { borderBlockStart: `1px solid ${token.line}` });

inside(`.${row} .${chevron}`, { color: token.inkMuted });
