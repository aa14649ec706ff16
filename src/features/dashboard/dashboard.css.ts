import { createVar, style } from '@vanilla-extract/css';
import { card } from '../../ui/Card.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside } from '../../ui/layers.css.ts';
import { section } from '../../ui/Page.css.ts';

export const head = component({ display: 'grid', gap: 'var(--space-2)', gridTemplateColumns: 'minmax(0, 1fr)', marginBlockEnd: 'var(--space-8)' });
export const greeting = component({ fontSize: 'var(--text-3xl)' });

/** Appointments beside what is new; one below the other up to Medium. */
export const columns = component({
  '@media': { '(min-width: 62em)': { display: 'grid', gridTemplateColumns: 'minmax(0, 1.72fr) minmax(17rem, 1fr)', gap: 'var(--space-8)', alignItems: 'start' } },
});
inside(`.${head} + div > :first-child > .${section}:first-child`, { marginBlockStart: '0' });
inside(`.${columns} > * > .${section}:first-child`, { '@media': { '(min-width: 62em)': { marginBlockStart: '0' } } });
inside(`.${columns} > * > .${section} + .${section}`, { marginBlockStart: 'var(--space-8)' });

export const sectionFoot = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '0 var(--space-4)',
  marginBlockStart: 'var(--space-3)',
  fontSize: 'var(--text-s)',
  color: 'var(--ink-muted)',
});
inside(`.${sectionFoot} > p`, { flex: '0 1 auto' });

export const copyAge = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', marginBlockEnd: 'var(--space-3)' });

export const below = component({ marginBlockStart: 'var(--space-4)' });

export const datebox = component({ inlineSize: '3.25rem', flex: 'none', textAlign: 'center', lineHeight: '1.15' });
inside(`.${datebox} b`, { display: 'block', fontSize: 'var(--text-xl)', fontWeight: 'var(--weight-semibold)', letterSpacing: 'var(--tracking-title)' });
inside(`.${datebox} span`, { display: 'block', fontSize: 'var(--text-xs)', color: 'var(--ink-muted)' });

/** Says so where the next-up card may become one column, which its own width decides. */
export const hasNextUp = component({ containerType: 'inline-size' });

const narrowCard = '(max-width: 18rem)';

/** The one deep surface of a page: the first upcoming appointment (visual language, section 5). */
export const nextUp = style({
  '@layer': {
    components: {
      position: 'relative',
      isolation: 'isolate',
      overflow: 'clip',
      display: 'grid',
      gridTemplateColumns: 'auto minmax(0, 1fr)',
      gap: 'var(--space-5)',
      padding: 'var(--space-6) var(--space-5) var(--space-4)',
      borderRadius: 'var(--radius-xl)',
      border: '1px solid transparent',
      background: 'var(--deep)',
      color: 'var(--on-deep)',
      boxShadow: 'var(--elevation-2)',
      selectors: {
        '&::after': { content: '""', position: 'absolute', inset: '0', zIndex: '-1', background: 'var(--rings)', opacity: '0.55', maskImage: 'linear-gradient(100deg, transparent 45%, #000 100%)' },
      },
      '@media': { '(min-width: 48em)': { padding: 'var(--space-6) var(--space-6) var(--space-4)', gap: 'var(--space-6)' } },
      '@container': { [narrowCard]: { gridTemplateColumns: 'minmax(0, 1fr)' } },
    },
    print: { '@media': { print: { background: 'none', color: '#000', border: '1pt solid #999', boxShadow: 'none', breakInside: 'avoid', selectors: { '&::after': { display: 'none' } } } } },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText', selectors: { '&::after': { display: 'none' } } } },
});
export const nextUpDate = component({
  textAlign: 'center',
  paddingInlineEnd: 'var(--space-5)',
  borderInlineEnd: '1px solid var(--deep-line)',
  lineHeight: '1.1',
  alignSelf: 'start',
  '@media': { '(min-width: 48em)': { paddingInlineEnd: 'var(--space-6)' } },
  '@container': { [narrowCard]: { display: 'flex', flexWrap: 'wrap', gap: '0 var(--space-2)', alignItems: 'baseline', border: '0', padding: '0' } },
});
export const nextUpFoot = component({
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--space-4)',
  borderBlockStart: '1px solid var(--deep-line)',
  paddingBlockStart: 'var(--space-2)',
  '@container': { [narrowCard]: { flexWrap: 'wrap' } },
});
export const relative = component({});
export const metaList = component({ display: 'grid', gap: '0.375rem', marginBlockStart: 'var(--space-3)' });
inside(`.${nextUp} h3`, { lineHeight: '1.2' });
inside(`.${nextUp} p, .${nextUp} li`, { color: 'var(--on-deep-muted)', fontSize: 'var(--text-s)', lineHeight: '1.5' });
inside(`.${nextUp} .${relative}`, { color: 'var(--accent-on-deep)', fontWeight: 'var(--weight-semibold)' });
inside(`.${nextUp} a`, { color: 'var(--on-deep)' });
inside(`.${nextUpDate} b`, { display: 'block', fontSize: 'var(--text-date)', fontWeight: 'var(--weight-semibold)', letterSpacing: '-0.035em', lineHeight: '1', marginBlock: '0.125rem', color: 'var(--on-deep)' });
inside(`.${nextUpDate} span`, { display: 'block', fontSize: 'var(--text-s)', color: 'var(--on-deep-muted)' });
inside(`.${metaList} li`, { display: 'flex', gap: 'var(--space-2)', alignItems: 'flex-start', overflowWrap: 'anywhere' });
inside(`.${metaList} .${icon}`, { marginBlockStart: '0.1rem' });
inside(`:is(.${nextUp}, .${nextUpDate}, .${nextUpFoot}) :is(h3, p, b)`, { '@media': { print: { color: '#000' } } });

export const panel = style({
  '@layer': {
    components: { display: 'grid', gap: 'var(--space-4)', padding: 'var(--space-6) var(--space-5)', borderRadius: 'var(--radius-l)', border: '1px solid var(--brand-line)', background: 'var(--brand-tint)', justifyItems: 'start' },
  },
  '@media': { '(forced-colors: active)': { border: '1px solid CanvasText' } },
});
inside(`.${panel} p`, { color: 'var(--ink-muted)', fontSize: 'var(--text-s)' });

/** Cards of people: 1, 2 and 3 columns by the window (visual language, section 3). */
export const people = style({
  '@layer': {
    components: {
      display: 'grid',
      gap: 'var(--space-4)',
      gridTemplateColumns: 'minmax(0, 1fr)',
      '@media': {
        '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
        '(min-width: 62em)': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', gap: 'var(--space-5)' },
      },
    },
    print: { '@media': { print: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } } },
  },
});
export const person = component({ position: 'relative', display: 'flex', flexDirection: 'column', gap: 'var(--space-3)' });
/** `cardRoom`: about what a card adds to the height of the page, until the browser has drawn it. */
export const cardRoom = createVar();
export const groups = component({
  display: 'grid',
  gap: 'var(--space-4)',
  vars: { [cardRoom]: '14rem' },
  '@media': { '(min-width: 48em)': { vars: { [cardRoom]: '7.5rem' } }, '(min-width: 62em)': { gap: 'var(--space-5)', vars: { [cardRoom]: '6rem' } } },
});
/** So many cards are whole rows of one, two and three columns. */
export const inGroup = 6;
/**
 * Cards far from the window take part in nothing but the browser's search; what opens over one is not cut off. By the group,
 * because the browser asks of each frame anew where each of them is.
 */
export const group = style({
  '@layer': {
    components: { contentVisibility: 'auto', selectors: { '&:has([aria-expanded="true"][aria-controls])': { contentVisibility: 'visible' } } },
    print: { '@media': { print: { contentVisibility: 'visible' } } },
  },
});
inside(`.${people} > .${card} + .${card}`, { margin: '0' });
export const personHead = component({ display: 'flex', gap: 'var(--space-4)', alignItems: 'center' });
export const personName = component({ flex: '1 1 0', minInlineSize: '0', overflowWrap: 'anywhere' });
inside(`.${personName} p`, { color: 'var(--ink-muted)', fontSize: 'var(--text-s)' });
export const facts = component({ display: 'grid', gap: 'var(--space-1)', fontSize: 'var(--text-s)', color: 'var(--ink-muted)' });
inside(`.${facts} li`, { display: 'flex', gap: 'var(--space-2)', alignItems: 'flex-start', overflowWrap: 'anywhere', minInlineSize: '0' });
inside(`.${facts} .${icon}`, { marginBlockStart: '0.15rem' });
/** A fact to press, as tall as a finger. */
export const pressable = component({ alignItems: 'center' });
inside(`.${facts} .${pressable}`, { alignItems: 'center', marginBlock: '-0.25rem' });
inside(`.${facts} .${pressable} .${icon}`, { marginBlockStart: '0' });
export const reach = component({ display: 'inline-flex', alignItems: 'center', minBlockSize: 'var(--target)', minInlineSize: 'var(--target)', overflowWrap: 'anywhere' });
export const personFoot = component({ marginBlockStart: 'auto', display: 'flex', flexWrap: 'wrap', gap: 'var(--space-2) var(--space-4)', alignItems: 'center' });
/** The words of a quiet button stand in line with what is above. */
export const inLine = component({ marginInlineStart: 'calc(-1 * var(--space-4) - 1.5px)' });
export const wholeCard = component({ padding: 'var(--space-4)' });
/** Over the card that it belongs to and as wide, so that it never leaves the window; above its button, not below the last card of the page. */
inside(`div.${wholeCard}`, { insetBlock: 'auto calc(var(--space-6) + var(--target) + var(--space-1))', insetInline: '0', inlineSize: 'auto', maxInlineSize: 'none' });
inside(`.${wholeCard} a`, { display: 'inline-flex', padding: '0', color: 'var(--brand-text)', textDecoration: 'underline', minBlockSize: 'var(--target)' });

const round = { flex: 'none', inlineSize: '4rem', blockSize: '4rem', borderRadius: 'var(--radius-full)' } as const;
export const photo = style({ '@layer': { components: { ...round, objectFit: 'cover', background: 'var(--brand-tint-strong)' } } });
export const initials = component({ ...round, display: 'grid', placeItems: 'center', border: '1px solid transparent', background: 'var(--brand-tint-strong)', color: 'var(--brand-text)', fontSize: 'var(--text-l)', fontWeight: 'var(--weight-semibold)' });
