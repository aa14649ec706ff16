import { twoPanes } from '../../records/panes/panes.css.ts';
import { token } from '../../ui/contract.css.ts';
import { component, inside, onPaper, surfaceBox } from '../../ui/layers.css.ts';
import { row, rowTitle } from '../../ui/Row.css.ts';

export const paneDetail = component({
  display: 'none',
  minInlineSize: '0',
  '@media': { [twoPanes]: { display: 'block' } },
});
onPaper(`.${paneDetail}`, { display: 'none' });

export const stretch = component({});
export const day = component({});

onPaper(`.${day} li`, { breakInside: 'avoid' });

inside(`.${day} + .${day}, .${stretch} + .${stretch}`, { borderBlockStart: `1px solid ${token.line}` });

export const dayTitle = component({
  padding: `${token.space3} ${token.space5}`,
  color: token.inkMuted,
  background: token.surfaceSunken,
  fontFamily: token.fontBody,
  fontSize: token.textS,
  fontWeight: token.weightSemibold,
  letterSpacing: '0',
  '@media': { '(max-width: 47.99em)': { paddingInline: token.space4 } },
});

export const article = component({});

inside(`.${article}[aria-current="true"]`, {
  background: token.brandTint,
  boxShadow: `inset 4px 0 0 ${token.brandMark}`,
});

inside(`.${article} .${rowTitle}`, { fontWeight: token.weightMedium, overflowWrap: 'anywhere' });

inside(`.${article}[data-new] .${rowTitle}`, { fontWeight: token.weightBold });

/** Understated, because archived articles do not need attention. */
inside(`.${article}[data-archived] .${rowTitle}`, { color: token.inkMuted, fontWeight: token.weightRegular });

inside(`.${article}.${row}[data-archived]`, { minBlockSize: token.target, paddingBlock: token.space2 });

export const controls = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: `${token.space3} ${token.space6}`,
  marginBlockEnd: token.space5,
});

inside(`.${controls} > :first-child`, { marginInlineEnd: 'auto' });

export const detailHead = component({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: `0 ${token.space3}`,
  marginBlockEnd: token.space4,
});

inside(`.${detailHead} h2`, { fontSize: token.text2xl, overflowWrap: 'anywhere' });

export const frame = component({
  display: 'block',
  inlineSize: '100%',
  blockSize: 'max(24rem, calc(100dvh - 12rem))',
  ...surfaceBox,
});

export const notice = component({ marginBlockEnd: token.space4 });

inside(`.${notice}:empty`, { marginBlockEnd: '0' });
