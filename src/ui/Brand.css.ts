import { component, inside } from './layers.css.ts';

export const brand = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 'var(--space-3)',
  minBlockSize: 'var(--target)',
  color: 'var(--ink)',
  textDecoration: 'none',
  fontWeight: 'var(--weight-semibold)',
  fontSize: 'var(--text-m)',
  letterSpacing: 'var(--tracking-title)',
  marginInlineEnd: 'auto',
  minInlineSize: '0',
  lineHeight: '1.2',
  '@media': { '(min-width: 62em)': { fontSize: 'var(--text-l)' } },
});

export const brandMark = component({
  inlineSize: 'min(2.125rem, 12vw)',
  blockSize: 'min(2.125rem, 12vw)',
  flex: 'none',
  color: 'var(--brand-text)',
  '@media': { '(min-width: 62em)': { inlineSize: '2.5rem', blockSize: '2.5rem' } },
});

inside(`.${brand} small`, {
  display: 'block',
  fontSize: 'var(--text-xs)',
  fontWeight: 'var(--weight-regular)',
  color: 'var(--ink-muted)',
  letterSpacing: '0',
  lineHeight: '1.2',
});
