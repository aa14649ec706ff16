import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, quietText, spreadRow } from '../../ui/layers.css.ts';
import { page, section, sectionHead } from '../../ui/Page.css.ts';
import { chip } from '../../ui/Chip.css.ts';
import { row, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { linkMore } from '../../ui/TextLink.css.ts';
import { metaList, nextUp, nextUpFoot } from '../../records/visit/nextUp.css.ts';
import { quickActions } from '../../ui/QuickActions.css.ts';
import { visit } from '../../records/visit/visit.css.ts';

const fromSmall = '(min-width: 48em)';
const fromMedium = '(min-width: 62em)';

export const head = component({
  display: 'grid',
  gap: token.space1,
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  marginBlockEnd: token.space2,
  '@media': { [fromSmall]: { marginBlockEnd: token.space6 } },
});
export const greeting = component({ fontSize: token.text3xl });
inside(`.${head} .${chip}`, { marginBlockStart: token.space1 });
export const afterDeath = component({ marginBlockStart: token.space2 });

/** What is to be done and what comes next, beside the rest; up to Medium one below the other. */
export const home = component({
  ...oneColumn,
  '@media': {
    [fromSmall]: { columnGap: token.space6 },
    [fromMedium]: {
      gridTemplateColumns: 'minmax(0, 1.5fr) minmax(20rem, 1fr)',
      columnGap: token.space8,
      alignItems: 'start',
    },
  },
});
export const main = component({});
export const side = component({
  '@media': {
    '(min-width: 48em) and (max-width: 61.99em)': {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: token.space5,
      alignItems: 'start',
    },
  },
});
export const wide = component({ gridColumn: '1 / -1' });
/** New things are above everything else. */
export const newForYou = component({
  marginBlockEnd: '0.625rem',
  '@media': { [fromSmall]: { marginBlockEnd: token.space6 } },
});
inside(`.${newForYou} .${section}`, { marginBlockStart: '0' });
inside(`.${newForYou} .${sectionHead}`, { marginBlockEnd: token.space1 });
inside(`.${newForYou} .${row}`, {
  paddingBlock: '0.5rem',
  '@media': { [fromSmall]: { paddingBlock: token.space3 } },
});
inside(`.${newForYou} .${quickActions}`, { marginBlockStart: token.space2 });
/** A dense layout, so that a phone shows what is due, what comes next and who helps without much scrolling. */
inside(`.${home} .${section}`, {
  marginBlockStart: '0.625rem',
  '@media': { [fromSmall]: { marginBlockStart: token.space8 } },
});
inside(`.${main} > .${section}:first-child`, { marginBlockStart: '0' });
inside(`.${side} > :first-child > .${section}, .${side} > .${section}:first-child`, {
  '@media': { [fromMedium]: { marginBlockStart: '0' } },
});
inside(`.${home} .${sectionHead}`, {
  alignItems: 'center',
  marginBlockEnd: token.space1,
  '@media': { [fromSmall]: { marginBlockEnd: token.space2 } },
});
inside(`.${home} .${sectionHead} > :is(.${linkMore}, button)`, { marginBlock: '-0.375rem' });
// Its text is aligned with other headings, and a longer text stays on the line of the heading.
inside(`.${home} .${sectionHead} > button`, {
  paddingInline: token.space2,
  marginInline: `calc(-1.5px - ${token.space2})`,
});
inside(`.${home} .${nextUp}`, {
  gap: `0.625rem ${token.space5}`,
  paddingBlock: `${token.space5} 0`,
  '@media': {
    [fromMedium]: { paddingBlock: `${token.space6} ${token.space2}`, gap: `${token.space4} ${token.space6}` },
  },
});
inside(`.${home} .${metaList}`, { marginBlockStart: '0.375rem', gap: '0.125rem' });
inside(`.${home} .${nextUpFoot}`, { paddingBlockStart: '0', minBlockSize: token.target });
inside(`.${home} .${visit}`, {
  paddingBlock: '0.5rem',
  '@media': { [fromSmall]: { paddingBlock: '0.625rem' } },
});
inside(`.${page}:has(.${home})`, {
  paddingBlockStart: token.space2,
  '@media': {
    '(max-width: 47.99em)': { paddingBlockEnd: `calc(${token.barBottom} + ${token.space2})` },
    [fromSmall]: { paddingBlockStart: token.space6 },
    [fromMedium]: { paddingBlockStart: token.space8 },
  },
});

export const sectionFoot = component({
  ...spreadRow,
  gap: `0 ${token.space4}`,
  marginBlock: `${token.space1} -0.375rem`,
  ...quietText,
});
inside(`.${sectionFoot} > p`, { flex: '0 1 auto' });

export const below = component({ marginBlockStart: token.space2 });

export const headingRow = component({});
inside(`.${headingRow} .${row}`, { minBlockSize: '3.25rem', paddingBlock: token.space2 });
inside(`.${headingRow} h2 .${rowSub}`, { fontWeight: token.weightRegular });
inside(`.${headingRow} .${rowTitle}`, { fontSize: token.textM, letterSpacing: 'normal' });
