import { component, inside } from '../../ui/layers.css.ts';

export const copyAge = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', marginBlockEnd: 'var(--space-4)' });

/** Questions in a card, parted by hairlines. */
export const questions = component({ maxInlineSize: 'calc(var(--measure) + 6rem)' });

export const question = component({});

inside(`.${question} + .${question}`, { borderBlockStart: '1px solid var(--line)' });

inside(`.${question} summary`, {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 'var(--space-4)',
  minBlockSize: '3.75rem',
  padding: 'var(--space-4) var(--space-5)',
  cursor: 'pointer',
  listStyle: 'none',
});

inside(`.${question} summary:hover`, { '@media': { '(hover: hover)': { background: 'var(--surface-hover)' } } });

inside(`.${question} summary::-webkit-details-marker`, { display: 'none' });

inside(`.${question} summary:focus-visible`, { outlineOffset: '-4px', boxShadow: 'none', borderRadius: 'var(--radius-m)' });

inside(`.${question} h2`, { fontSize: 'var(--text-m)', lineHeight: 'var(--leading-snug)', overflowWrap: 'anywhere', minInlineSize: '0' });

inside(`.${question} summary svg`, { flex: 'none', color: 'var(--ink-muted)', transition: 'transform 200ms ease-out' });

inside(`.${question}[open] summary svg`, { transform: 'rotate(180deg)' });

export const answer = component({ padding: 'var(--space-1) var(--space-5) var(--space-5)' });

export const formActions = component({ flex: '0 0 auto', '@media': { '(max-width: 47.99em)': { flex: '1 1 100%', marginBlockStart: 'var(--space-2)' } } });

export const fileFacts = component({ display: 'block', color: 'var(--ink-muted)', fontSize: 'var(--text-s)', lineHeight: '1.45' });

export const lead = component({ color: 'var(--ink-muted)', maxInlineSize: 'var(--measure)', marginBlock: 'calc(-1 * var(--space-3)) var(--space-6)' });

export const below = component({ marginBlockStart: 'var(--space-6)' });

export const notice = component({ marginBlockEnd: 'var(--space-4)' });

inside(`.${notice}:empty`, { marginBlockEnd: '0' });

/** A number or an address to press: as large as a finger, and still on the line of the words beside it. */
export const reach = component({ display: 'inline-flex', alignItems: 'center', minBlockSize: 'var(--target)', marginBlock: '-0.5625rem', overflowWrap: 'anywhere' });

export const numbers = component({ display: 'grid', gap: 'var(--space-2)' });

export const label = component({ color: 'var(--ink-muted)', fontSize: 'var(--text-s)', marginInlineEnd: 'var(--space-2)' });

export const action = component({ marginBlockStart: 'var(--space-4)' });

export const text = component({ maxInlineSize: 'var(--measure)' });

export const steps = component({ display: 'grid', gap: 'var(--space-3)', marginBlock: 'var(--space-4)', maxInlineSize: 'var(--measure)' });

inside(`.${steps} dt`, { fontWeight: 'var(--weight-semibold)' });

inside(`.${steps} dd`, { margin: '0' });

export const facts = component({ display: 'grid', gap: 'var(--space-3)', paddingInlineStart: 'var(--space-6)', listStyle: 'disc', maxInlineSize: 'var(--measure)' });
