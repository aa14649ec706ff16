import { token } from './contract.css.ts';
import { component, inside, onPaper, quietText, wrappingRow } from './layers.css.ts';

export const bar = component({
  position: 'sticky',
  insetBlockStart: '0',
  zIndex: token.zSticky,
  background: token.canvas,
  padding: `${token.space2} ${token.pageGutter} ${token.space3}`,
  borderBlockEnd: `1px solid ${token.line}`,
  '@media': { '(max-height: 30em)': { position: 'static' } },
});
onPaper(`.${bar}`, { position: 'static', padding: '0', border: '0' });

export const barInner = component({ maxInlineSize: '44rem', marginInline: 'auto' });
onPaper(`.${barInner}`, { maxInlineSize: 'none' });

// What stands at the end goes below where the title would be narrower than a word.
export const barRow = component({
  ...wrappingRow,
  gap: token.space3,
  minBlockSize: token.control,
});

const titleFlex = '1 1 min(8rem, 50%)';

export const barTitle = component({
  flex: titleFlex,
  minInlineSize: '0',
  fontSize: token.textM,
  letterSpacing: token.trackingTitle,
  lineHeight: '1.25',
});

/** The X is aligned with the text below it. */
export const leaving = component({ marginInlineStart: '-0.75rem' });

/** The title, with the name of the whole above it. */
export const barWords = component({ flex: titleFlex, minInlineSize: '0' });
export const barAbove = component({
  ...quietText,
  fontWeight: token.weightMedium,
  lineHeight: '1.25',
});
inside(`.${barWords} .${barTitle}`, { fontSize: token.textL });
