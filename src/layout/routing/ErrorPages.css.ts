import { token } from '../../ui/contract.css.ts';
import { component } from '../../ui/layers.css.ts';

export const wayOn = component({
  display: 'grid',
  gap: token.space4,
  alignContent: 'center',
  justifyItems: 'start',
  minBlockSize: '80dvh',
  maxInlineSize: '40rem',
  marginInline: 'auto',
  padding: `${token.space8} ${token.pageGutter}`,
});

/** The same inside a page whose frame is shown. */
export const wayOnHere = component({ display: 'grid', gap: token.space4, justifyItems: 'start' });
