import { style } from '@vanilla-extract/css';
import { token } from '../contract.css.ts';
import { component, inside } from '../layers.css.ts';

export const tree = style({});
inside(`.${tree} .${tree}`, { paddingInlineStart: token.space6 });
export const treeButton = component({
  display: 'flex',
  alignItems: 'center',
  gap: token.space2,
  inlineSize: '100%',
  minBlockSize: token.target,
  padding: '0',
  border: '0',
  borderRadius: token.radiusS,
  background: 'none',
  color: token.ink,
  font: 'inherit',
  fontWeight: token.weightMedium,
  textAlign: 'start',
  cursor: 'pointer',
  '@media': { '(hover: hover)': { selectors: { '&:hover': { background: token.surfaceHover } } } },
});
inside(`.${treeButton}[aria-expanded="true"] svg`, { transform: 'rotate(90deg)' });
export const treeLeaf = component({
  display: 'flex',
  alignItems: 'center',
  minBlockSize: token.target,
  paddingInlineStart: token.space6,
});
