import { token } from './contract.css.ts';
import { component, inside, quietText } from './layers.css.ts';

export const steps = component({ display: 'flex', flexWrap: 'wrap', gap: token.space3 });

inside(`.${steps} li`, {
  flex: '1 1 5rem',
  display: 'grid',
  alignContent: 'start',
  gap: token.space2,
  minInlineSize: '0',
  ...quietText,
  lineHeight: '1.3',
  overflowWrap: 'anywhere',
});

inside(`.${steps} li::before`, {
  content: '""',
  blockSize: '0.375rem',
  borderRadius: token.radiusFull,
  background: token.lineStrong,
  border: '1px solid transparent',
});

inside(`.${steps} li[data-reached]::before`, { background: token.brandMark, forcedColorAdjust: 'none' });

inside(`.${steps} li[aria-current="step"]`, { color: token.ink, fontWeight: token.weightSemibold });
