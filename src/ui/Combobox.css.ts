import { token } from './contract.css.ts';
import { icon } from './Icon.css.ts';
import { iconButton } from './IconButton.css.ts';
import { input } from './Input.css.ts';
import { atKiosk, component, inForcedColours, inside, oneColumn } from './layers.css.ts';

export const combobox = component({ display: 'grid', gap: token.space2, inlineSize: '100%', minInlineSize: '0' });

export const box = component({ position: 'relative', inlineSize: '100%' });

inside(`.${box} > .${icon}`, {
  position: 'absolute',
  insetBlockStart: '50%',
  insetInlineStart: '0.875rem',
  transform: 'translateY(-50%)',
  color: token.inkMuted,
  pointerEvents: 'none',
});

inside(`.${box} .${input}`, { paddingInline: 'min(2.75rem, 13vw) min(3.5rem, 17vw)' });

inside(`.${box} > .${iconButton}`, {
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  marginBlock: 'auto',
  color: token.inkMuted,
});

export const listbox = component({
  ...oneColumn,
  margin: '0',
  padding: token.space1,
  listStyle: 'none',
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusM,
  background: token.surfaceRaised,
});

export const option = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: token.space3,
  minBlockSize: token.target,
  alignContent: 'center',
  padding: `${token.space2} ${token.space3}`,
  borderRadius: token.radiusM,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  selectors: {
    '&[aria-selected="true"]': { background: token.brandTint, color: token.brandText },
  },
  '@media': { '(hover: hover)': { selectors: { '&:hover': { background: token.surfaceHover } } } },
});
inForcedColours(`.${option}[aria-selected="true"]`, { outline: '2px solid Highlight', outlineOffset: '-2px' });

export const optionWords = component({ flex: '1 1 12rem', minInlineSize: '0' });
export const optionDetail = component({ color: token.inkMuted, fontSize: token.textS });

export const status = component({ color: token.inkMuted, fontSize: token.textS, minBlockSize: '1.45em' });

atKiosk(`.${box} .${input}`, { paddingInline: '4rem' });
atKiosk(`.${box} > .${icon}`, { insetInlineStart: '1.25rem' });
