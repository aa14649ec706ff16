import { component } from '../../ui/layers.css.ts';

export const termsText = component({
  maxBlockSize: '18rem',
  overflow: 'auto',
  padding: 'var(--space-4)',
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-m)',
  background: 'var(--surface)',
  '@media': { '(max-height: 30em)': { maxBlockSize: 'none' } },
});
