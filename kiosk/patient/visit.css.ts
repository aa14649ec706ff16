import { token } from '../../src/ui/contract.css.ts';
import { kioskComponent, oneColumn } from '../../src/ui/layers.css.ts';

/** A list with the texts before and after it. */
export const stacked = kioskComponent({ ...oneColumn, gap: token.space5, marginBlockStart: token.space4 });

/** An element as wide as its text, at the end of its row. */
export const atEnd = kioskComponent({ justifySelf: 'end' });

export const result = kioskComponent({
  ...oneColumn,
  gap: token.space4,
  inlineSize: '100%',
  maxInlineSize: '46rem',
  marginInline: 'auto',
});
