import { token } from '../../ui/contract.css.ts';
import { input } from '../../ui/Input.css.ts';
import { component, inForcedColours, inside, oneColumn, onPaper, wrappingRow } from '../../ui/layers.css.ts';
import { markedIn } from '../../ui/markedIn.ts';

/** The text sizes; the first is the default. */
export const printSizes = ['Normal', 'Large', 'Largest'] as const;
export type PrintSize = (typeof printSizes)[number];

export const readerBar = component({
  ...oneColumn,
  alignItems: 'end',
  gap: `${token.space3} ${token.space5}`,
  paddingBlock: token.space3,
  marginBlockEnd: token.space4,
  borderBlock: `1px solid ${token.line}`,
  '@media': { '(min-width: 62em)': { gridTemplateColumns: 'auto minmax(0, 1fr)' } },
});

export const sizeField = component({ display: 'grid', gap: token.space2, minInlineSize: '0' });

export const hits = component({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: token.space1,
  minBlockSize: token.target,
  fontSize: token.textS,
  color: token.inkMuted,
  fontVariantNumeric: 'tabular-nums',
  selectors: { '&[hidden]': { display: 'none' } },
});
inside(`.${hits} > :first-child`, { marginInlineEnd: 'auto', overflowWrap: 'anywhere', minInlineSize: '0' });

export const reader = component({ maxInlineSize: token.measure, lineHeight: '1.6', overflowWrap: 'anywhere' });
onPaper(`.${reader}`, { fontSize: '11pt !important', maxInlineSize: 'none' });
/** A plain text keeps its line breaks and spaces, which may form a table. */
export const plain = component({ whiteSpace: 'pre-wrap' });

export const sizeClass: Readonly<Record<PrintSize, string>> = {
  Normal: component({ fontSize: token.textM }),
  Large: component({ fontSize: `calc(${token.textM} * 1.25)` }),
  Largest: component({ fontSize: `calc(${token.textM} * 1.6)` }),
};
inside(`.${reader} :is(h2, h3, h4)`, { fontSize: '1.18em' });

markedIn(`.${reader}`);
inside(`.${reader} mark[aria-current]`, {
  background: token.accent,
  color: token.onAccent,
  boxShadow: `0 0 0 0.125rem ${token.accent}`,
  textDecoration: 'none',
});
onPaper(`.${reader} mark`, { background: 'none', boxShadow: 'none', textDecoration: 'none' });
inForcedColours(`.${reader} mark[aria-current]`, { outline: '2px solid Highlight' });

export const formChoice = component({ maxInlineSize: '24rem', marginBlockEnd: token.space4 });

export const pager = component({
  ...wrappingRow,
  gap: `${token.space2} ${token.space3}`,
  paddingBlock: token.space3,
  marginBlockEnd: token.space4,
  borderBlock: `1px solid ${token.line}`,
});
export const pageField = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: token.space2,
  whiteSpace: 'nowrap',
});
inside(`.${pageField} .${input}`, { inlineSize: '4rem', textAlign: 'center' });

/** Paper stays white in dark mode. */
export const paper = component({
  position: 'relative',
  colorScheme: 'light',
  minBlockSize: '12rem',
  overflow: 'hidden',
  background: '#fff',
  border: `1px solid ${token.lineStrong}`,
  borderRadius: token.radiusS,
});
inside(`.${paper} img`, { display: 'block', inlineSize: '100%', blockSize: 'auto' });
export const paperFrame = component({ blockSize: 'max(24rem, calc(100dvh - 12rem))' });
inside(`.${paperFrame} iframe`, {
  position: 'relative',
  display: 'block',
  inlineSize: '100%',
  blockSize: '100%',
  border: '0',
});
/** Shown behind the frame until the browser has drawn the page in it. */
export const paperWaits = component({ position: 'absolute', insetInline: token.space6, insetBlockStart: token.space6 });

/** Shown instead of a page that opens in a separate window. */
export const direct = component({
  display: 'grid',
  justifyItems: 'start',
  gap: token.space3,
  padding: token.space5,
  background: token.surfaceSunken,
  borderRadius: token.radiusL,
});
