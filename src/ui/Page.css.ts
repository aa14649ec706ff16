import { token } from './contract.css.ts';
import { lead } from './text.css.ts';
import { component, inside, onPaper } from './layers.css.ts';

export const page = component({
  maxInlineSize: `calc(${token.pageMax} + 2 * ${token.pageGutter})`,
  marginInline: 'auto',
  padding: `${token.space4} ${token.pageGutter} calc(${token.barBottom} + ${token.space12})`,
  '@media': {
    '(min-width: 48em) and (max-width: 61.99em)': { paddingBlockEnd: token.space12 },
    '(min-width: 62em)': { paddingBlock: `${token.space10} ${token.space16}` },
  },
});
// Paper has its own margins.
onPaper(`.${page}`, { padding: '0', maxInlineSize: 'none' });

export const narrow = component({ maxInlineSize: `calc(44rem + 2 * ${token.pageGutter})` });

export const pageHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${token.space3} ${token.space4}`,
  marginBlockEnd: token.space6,
  '@media': { '(min-width: 62em)': { marginBlockEnd: token.space8 } },
});

export const atEnd = component({});

export const section = component({
  marginBlockStart: token.space10,
  '@media': { '(min-width: 62em)': { marginBlockStart: token.space12 } },
});

export const sectionHead = component({
  display: 'flex',
  alignItems: 'baseline',
  gap: `${token.space2} ${token.space4}`,
  flexWrap: 'wrap',
  marginBlockEnd: token.space4,
});

export const back = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space2,
  minBlockSize: token.target,
  marginInlineStart: '-0.25rem',
  border: '0',
  background: 'none',
  padding: '0.25rem',
  cursor: 'pointer',
  color: token.brandText,
  fontWeight: token.weightMedium,
  textDecoration: 'none',
  '@media': { '(hover: hover)': { selectors: { '&:hover': { textDecoration: 'underline' } } } },
});
onPaper(`.${back}`, { display: 'none !important' });

inside(`.${pageHead} > .${atEnd}`, { marginInlineStart: 'auto' });

// On a line of its own, however long a line of text may be.
inside(`.${pageHead} .${lead}`, { flexBasis: '100%', maxInlineSize: 'none' });

inside(`.${pageHead} .${lead} > span`, { display: 'block', maxInlineSize: token.measure });

inside(`.${sectionHead} h2`, { marginInlineEnd: 'auto' });

/** Between a question bar and an action bar the page has less padding. */
inside(`.${page}[data-flat]`, { paddingBlock: `${token.space5} ${token.space12}` });
