import { token } from '../contract.css.ts';
import { component } from '../layers.css.ts';

export const rules = component({ display: 'grid', gap: token.space1, marginBlockStart: token.space1 });
export const rule = component({ display: 'flex', alignItems: 'flex-start', gap: token.space2 });
export const ruleMet = component({ color: token.successText });
/** As wide as the mark that replaces it. */
export const bullet = component({
  flex: 'none',
  inlineSize: '1rem',
  lineHeight: 'inherit',
  textAlign: 'center',
  selectors: { '&::before': { content: '"•"' } },
});
