import { component } from './layers.css.ts';

export const avatar = component({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  inlineSize: '2.75rem',
  blockSize: '2.75rem',
  borderRadius: 'var(--radius-full)',
  // Seen where colours are the reader's own.
  border: '1px solid transparent',
  background: 'var(--brand-tint-strong)',
  color: 'var(--brand-text)',
  fontSize: 'var(--text-s)',
  fontWeight: 'var(--weight-semibold)',
});
export const avatarS = component({ inlineSize: '2rem', blockSize: '2rem', fontSize: '0.8125rem' });
