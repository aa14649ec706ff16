import { style } from '@vanilla-extract/css';
import { component, inside } from '../ui/layers.css.ts';

const notPrinted = { print: { '@media': { print: { display: 'none !important' } } } } as const;

export const footer = style({
  '@layer': {
    components: { display: 'none', '@media': { '(min-width: 62em)': { display: 'block', borderBlockStart: '1px solid var(--line)' } } },
    ...notPrinted,
  },
});
export const footerIn = component({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--space-6)',
  maxInlineSize: 'calc(var(--page-max) + 2 * var(--page-gutter))',
  marginInline: 'auto',
  padding: 'var(--space-5) var(--page-gutter)',
  fontSize: 'var(--text-s)',
  color: 'var(--ink-muted)',
});
inside(`.${footerIn} span`, { marginInlineEnd: 'auto' });
export const menuHead = component({ display: 'flex', alignItems: 'center', gap: 'var(--space-4)' });
export const menuFoot = component({ display: 'flex', flexWrap: 'wrap', gap: '0 var(--space-4)', fontSize: 'var(--text-s)', color: 'var(--ink-muted)', paddingInline: 'var(--space-3)' });
/** A long name takes two lines, so that the facility's keeps its place in the bar. */
export const userName = component({ maxInlineSize: '14rem', whiteSpace: 'normal', textAlign: 'start', lineHeight: '1.2', '@media': { '(min-width: 75em)': { maxInlineSize: '20rem' } } });
/** On phones the bar has room for the initials alone; the name then stands first in what they open. */
export const wideName = component({ '@media': { '(max-width: 47.99em)': { position: 'absolute', inlineSize: '1px', blockSize: '1px', overflow: 'hidden', clipPath: 'inset(50%)' } } });
export const phoneName = component({ padding: 'var(--space-3)', fontWeight: 'var(--weight-semibold)', '@media': { '(min-width: 48em)': { display: 'none' } } });

/** The languages, set in under the button that shows them. */
export const menuSub = component({ paddingInlineStart: 'var(--space-8)', selectors: { '&[hidden]': { display: 'none' } } });
inside(`.${menuFoot} span`, { inlineSize: '100%', paddingBlockStart: 'var(--space-4)' });
