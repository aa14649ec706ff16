import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside } from '../../ui/layers.css.ts';

export const trendButton = component({
  display: 'inline-grid',
  gap: '0.125rem',
  justifyItems: 'start',
  minBlockSize: token.target,
  minInlineSize: token.target,
  padding: '0.25rem 0.375rem',
  margin: '-0.25rem -0.375rem',
  border: '1px solid transparent',
  borderRadius: token.radiusS,
  background: 'none',
  color: token.brandText,
  fontSize: token.textXs,
  fontWeight: token.weightMedium,
  textAlign: 'start',
  cursor: 'pointer',
  '@media': { '(hover: hover)': { selectors: { '&:hover': { background: token.surfaceHover } } } },
});
inside(`.${trendButton} > span`, { display: 'inline-flex', alignItems: 'center', gap: '0.125rem' });
inside(`.${trendButton} .${icon}`, { inlineSize: '1rem', blockSize: '1rem' });
inside(`.${trendButton}[aria-expanded="true"] .${icon}`, { transform: 'rotate(180deg)' });
export const spark = component({
  inlineSize: '6rem',
  maxInlineSize: '100%',
  blockSize: '2.25rem',
  overflow: 'visible',
});
inside(`.${spark} rect`, { fill: token.brandTintStrong });
inside(`.${spark} path`, {
  fill: 'none',
  stroke: token.brandMark,
  strokeWidth: '2',
  vectorEffect: 'non-scaling-stroke',
});
