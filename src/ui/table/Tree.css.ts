import { style } from '@vanilla-extract/css';
import { component, inside } from '../layers.css.ts';

export const tree = style({});
inside(`.${tree} .${tree}`, { paddingInlineStart: 'var(--space-6)' });
export const treeButton = component({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--space-2)',
  inlineSize: '100%',
  minBlockSize: 'var(--target)',
  padding: '0',
  border: '0',
  borderRadius: 'var(--radius-s)',
  background: 'none',
  color: 'var(--ink)',
  font: 'inherit',
  fontWeight: 'var(--weight-medium)',
  textAlign: 'start',
  cursor: 'pointer',
  '@media': { '(hover: hover)': { selectors: { '&:hover': { background: 'var(--surface-hover)' } } } },
});
inside(`.${treeButton}[aria-expanded="true"] svg`, { transform: 'rotate(90deg)' });
export const treeLeaf = component({ display: 'flex', alignItems: 'center', minBlockSize: 'var(--target)', paddingInlineStart: 'var(--space-6)' });
