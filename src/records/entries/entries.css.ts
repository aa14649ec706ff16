import { card } from '../../ui/Card.css.ts';
import { token } from '../../ui/contract.css.ts';
import { dot } from '../../ui/Dot.css.ts';
import { bareButton, centredRow, component, inside, onPaper, quietText } from '../../ui/layers.css.ts';

/** From this width on, the contents are beside the groups. */
const wide = '(min-width: 62em)';

export const withContents = component({
  '@media': {
    [wide]: { display: 'grid', gridTemplateColumns: '15rem minmax(0, 1fr)', gap: token.space10, alignItems: 'start' },
  },
});
onPaper(`.${withContents}`, { display: 'block' });

export const contents = component({
  marginBlockEnd: token.space5,
  paddingBlock: '0.375rem',
  '@media': {
    [wide]: {
      margin: '0',
      position: 'sticky',
      insetBlockStart: '4.5rem',
      maxBlockSize: 'calc(100dvh - 6rem)',
      overflow: 'auto',
      paddingInline: token.space5,
    },
  },
});
onPaper(`.${contents}`, { display: 'none !important' });
inside(`.${contents} > summary`, {
  ...centredRow,
  gap: token.space2,
  minBlockSize: token.target,
  inlineSize: 'fit-content',
  listStyle: 'none',
  cursor: 'pointer',
  borderRadius: token.radiusS,
  color: token.brandText,
  fontWeight: token.weightMedium,
  fontSize: token.textS,
});
inside(`.${contents} > summary::-webkit-details-marker`, { display: 'none' });
inside(`.${contents} > summary svg`, { transition: 'transform 200ms ease-out' });
inside(`.${contents}[open] > summary svg`, { transform: 'rotate(180deg)' });
inside(`.${contents} ol`, {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
  gap: `0 ${token.space5}`,
  paddingBlockEnd: token.space3,
  '@media': { [wide]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
});

/** A line of the contents: it looks like a link, without an address that would tell of the illness. */
export const contentsLine = component({
  ...centredRow,
  gap: token.space2,
  inlineSize: '100%',
  minBlockSize: token.target,
  padding: '0',
  ...bareButton,
  color: token.brandText,
  font: 'inherit',
  fontSize: token.textS,
  textAlign: 'start',
});
inside(`.${contentsLine} > span:first-of-type`, { textDecoration: 'underline', textUnderlineOffset: '0.2em' });
export const contentsCount = component({
  marginInlineStart: 'auto',
  ...quietText,
  fontVariantNumeric: 'tabular-nums',
});

export const group = component({ marginBlockStart: token.space8, scrollMarginBlockStart: '5rem' });
inside(`.${group}:first-child`, { '@media': { [wide]: { marginBlockStart: '0' } } });
onPaper(`.${group}`, { marginBlockStart: '14pt' });
// On paper the card has no frame, but its rounded corners would still cut the first letter.
onPaper(`.${group} > .${card}`, { breakInside: 'auto', overflow: 'visible', borderRadius: '0' });

export const groupHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${token.space1} ${token.space3}`,
  marginBlockEnd: token.space3,
});
inside(`.${groupHead} h2`, { outline: 'none' });
onPaper(`.${groupHead}`, { borderBlockEnd: '1pt solid #000', marginBlockEnd: '4pt', breakAfter: 'avoid' });
export const groupNew = component({ color: token.inkMuted, fontSize: token.textS });
onPaper(`.${groupNew}`, { display: 'none' });

const roomy = {
  padding: `${token.space5} min(${token.space5}, 6.25vw)`,
  '@media': { '(min-width: 48em)': { padding: `${token.space5} ${token.space6}` } },
};
export const entry = component(roomy);
export const none = component({ ...roomy, display: 'flex', gap: token.space3, alignItems: 'flex-start' });
inside(`.${none} svg`, { flex: 'none', color: token.inkMuted, marginBlockStart: '0.1em' });
onPaper(`.${none}`, { padding: '2pt 0' });
onPaper(`.${none} svg`, { display: 'none' });
inside(`:is(.${entry}, .${none}) + :is(.${entry}, .${none})`, { borderBlockStart: `1px solid ${token.line}` });
onPaper(`.${entry}`, { padding: '0 0 6pt', breakInside: 'avoid' });
onPaper(`.${entry} + .${entry}`, { borderBlockStart: '0.5pt solid #999', paddingBlockStart: '6pt' });

/** A name with its status beside it, or below it if the name would have too little room. */
export const entryHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `${token.space1} ${token.space2}`,
});
inside(`.${entryHead} h3`, {
  // At least as wide as its longest word, and never wider than the line.
  flex: '1 1 8.5rem',
  maxInlineSize: '100%',
  fontSize: token.textM,
  letterSpacing: '0',
  overflowWrap: 'break-word',
});
onPaper(`.${entryHead} .${dot}`, { display: 'none' });

/** Label and value pairs: in columns; on a phone one below the other, with the value beside its label; on paper as running text. */
export const facts = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(11.5rem, 100%), 1fr))',
  gap: `${token.space3} ${token.space6}`,
  marginBlockStart: token.space3,
  fontSize: token.textS,
  lineHeight: '1.4',
  '@media': { '(max-width: 47.99em)': { gap: token.space1 } },
});
inside(`.${facts} > div`, {
  minInlineSize: '0',
  '@media': {
    '(max-width: 47.99em)': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)',
      gap: `0 ${token.space3}`,
    },
    '(max-width: 16em)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});
inside(`.${facts} dt`, { color: token.inkMuted });
inside(`.${facts} dd`, { overflowWrap: 'anywhere', whiteSpace: 'pre-line' });
inside(`.${facts} a`, {
  display: 'inline-flex',
  alignItems: 'center',
  minBlockSize: token.target,
  marginBlock: '-0.6875rem',
});
onPaper(`.${facts}`, {
  gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
  gap: '4pt 12pt',
  marginBlockStart: '3pt',
  fontSize: '10pt',
});
onPaper(`.${facts} > div`, { display: 'block' });
onPaper(`.${facts} :is(dt, dd)`, { display: 'inline' });
onPaper(`.${facts} dt::after`, { content: '": "' });
onPaper(`.${facts} a`, { display: 'inline' });

/** A fact that is a sentence takes the whole width. */
export const wideFact = component({ gridColumn: '1 / -1', maxInlineSize: token.measure });
onPaper(`.${wideFact}`, { maxInlineSize: 'none' });
