import { style } from '@vanilla-extract/css';
import { token } from '../../ui/contract.css.ts';
import { avatar } from '../../ui/Avatar.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, wrappingRow } from '../../ui/layers.css.ts';
import { rowSub } from '../../ui/Row.css.ts';

/** A person in a list. Pressing the row shows everything; call and message are separate buttons. */
export const personRow = component({
  ...wrappingRow,
  paddingInlineEnd: token.space1,
});
export const personOpen = component({
  display: 'flex',
  flex: '1 1 11rem',
  minInlineSize: '0',
  alignItems: 'center',
  gap: '0.625rem',
  minBlockSize: '3.375rem',
  padding: `0.3125rem ${token.space1} 0.3125rem ${token.space3}`,
  border: '0',
  background: 'none',
  color: token.ink,
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  selectors: { '&:focus-visible': { outlineOffset: '-4px', boxShadow: 'none', borderRadius: token.radiusM } },
  '@media': {
    '(min-width: 48em)': { gap: token.space3, minBlockSize: '4.25rem', paddingInlineStart: token.space5 },
    '(hover: hover)': { selectors: { '&:hover': { background: token.surfaceHover } } },
  },
});
/** A phone with doubled text has no room for initials beside a name, which would break inside a word. */
inside(`.${personOpen} .${avatar}`, { '@media': { '(max-width: 15em)': { display: 'none' } } });
inside(`.${personOpen} .${rowSub}`, { lineHeight: '1.3' });
export const personActs = component({ display: 'flex', marginInlineStart: 'auto' });
inside(`.${personActs} a`, { color: token.brandText, inlineSize: token.target, blockSize: token.control });
/** Everything about a person, for paper, where nothing can be opened. */
export const personOnPaper = component({ flexBasis: '100%', paddingInline: token.space3 });

export const sheetHead = component({ display: 'flex', alignItems: 'center', gap: token.space4 });
export const sheetActs = component({ display: 'flex', flexWrap: 'wrap', gap: token.space3 });

const round = { flex: 'none', inlineSize: '2.75rem', blockSize: '2.75rem', borderRadius: token.radiusFull } as const;
export const photo = component({ ...round, objectFit: 'cover', background: token.brandTintStrong });
/** Family and friends. */
export const warm = component({});
inside(`.${warm} .${avatar}`, { background: token.accentTint, color: token.ink });

export const facts = component({ display: 'grid', gap: token.space1, fontSize: token.textS, color: token.inkMuted });
inside(`.${facts} li`, {
  display: 'flex',
  gap: token.space2,
  alignItems: 'flex-start',
  overflowWrap: 'anywhere',
  minInlineSize: '0',
});
inside(`.${facts} .${icon}`, { marginBlockStart: '0.15rem' });
/** A fact that can be pressed, as tall as a finger. */
export const pressable = component({ alignItems: 'center' });
inside(`.${facts} .${pressable}`, { alignItems: 'center', marginBlock: '-0.25rem' });
inside(`.${facts} .${pressable} .${icon}`, { marginBlockStart: '0' });
export const reach = component({
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  minInlineSize: token.target,
  overflowWrap: 'anywhere',
});

/** Hidden on a phone, which has no room for it beside a heading. */
export const fromSmallOn = style({
  '@layer': { utilities: { '@media': { '(max-width: 47.99em)': { display: 'none' } } } },
});
