import { component } from './layers.css.ts';

export const linkMore = component({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 'var(--space-1)',
  minBlockSize: 'var(--target)',
  minInlineSize: 'var(--target)',
  fontWeight: 'var(--weight-medium)',
  fontSize: 'var(--text-s)',
});
