import { globalStyle, style } from '@vanilla-extract/css';
import { component, inside } from '../../ui/layers.css.ts';
import { row, rowTitle } from '../../ui/Row.css.ts';

/** Where the list has its article beside it. */
export const twoPanes = '(min-width: 62em)';

export const panes = style({
  '@layer': {
    components: {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 'var(--space-6)',
      '@media': { [twoPanes]: { gridTemplateColumns: 'minmax(17rem, 21rem) minmax(0, 1fr)', alignItems: 'start', gap: 'var(--space-8)' } },
    },
    print: { '@media': { print: { display: 'block' } } },
  },
});

/** The list scrolls by itself where the article stands beside it. */
export const paneList = style({
  '@layer': {
    components: { '@media': { [twoPanes]: { position: 'sticky', insetBlockStart: '4.5rem', maxBlockSize: 'calc(100dvh - 6rem)', overflow: 'auto' } } },
    // On paper all of it, from the first sheet on.
    print: { '@media': { print: { position: 'static', maxBlockSize: 'none', overflow: 'visible', breakInside: 'auto' } } },
  },
});

export const paneDetail = style({
  '@layer': {
    components: { display: 'none', minInlineSize: '0', '@media': { [twoPanes]: { display: 'block' } } },
    print: { '@media': { print: { display: 'none' } } },
  },
});

/** Days far from the window take part in nothing but the browser's search. Some together: the browser watches each by itself. */
export const stretch = style({
  '@layer': {
    components: { contentVisibility: 'auto' },
    print: { '@media': { print: { contentVisibility: 'visible' } } },
  },
});
export const day = style({});

globalStyle(`.${day} li`, { '@layer': { print: { '@media': { print: { breakInside: 'avoid' } } } } });

inside(`.${day} + .${day}, .${stretch} + .${stretch}`, { borderBlockStart: '1px solid var(--line)' });

export const dayTitle = component({
  padding: 'var(--space-3) var(--space-5)',
  color: 'var(--ink-muted)',
  background: 'var(--surface-sunken)',
  fontFamily: 'var(--font-body)',
  fontSize: 'var(--text-s)',
  fontWeight: 'var(--weight-semibold)',
  letterSpacing: '0',
  '@media': { '(max-width: 47.99em)': { paddingInline: 'var(--space-4)' } },
});

export const article = style({});

inside(`.${article}[aria-current="true"]`, { background: 'var(--brand-tint)', boxShadow: 'inset 4px 0 0 var(--brand-mark)' });

inside(`.${article} .${rowTitle}`, { fontWeight: 'var(--weight-medium)', overflowWrap: 'anywhere' });

inside(`.${article}[data-new] .${rowTitle}`, { fontWeight: 'var(--weight-bold)' });

/** Understated: what was put away is there, and asks for nothing. */
inside(`.${article}[data-archived] .${rowTitle}`, { color: 'var(--ink-muted)', fontWeight: 'var(--weight-regular)' });

inside(`.${article}.${row}[data-archived]`, { minBlockSize: 'var(--target)', paddingBlock: 'var(--space-2)' });

export const controls = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 'var(--space-3) var(--space-6)', marginBlockEnd: 'var(--space-5)' });

inside(`.${controls} > :first-child`, { marginInlineEnd: 'auto' });

export const detailHead = component({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: '0 var(--space-3)', marginBlockEnd: 'var(--space-4)' });

inside(`.${detailHead} h2`, { fontSize: 'var(--text-2xl)', overflowWrap: 'anywhere' });

export const frame = component({
  display: 'block',
  inlineSize: '100%',
  blockSize: 'max(24rem, calc(100dvh - 12rem))',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-l)',
  background: 'var(--surface)',
});

export const notice = component({ marginBlockEnd: 'var(--space-4)' });

inside(`.${notice}:empty`, { marginBlockEnd: '0' });
