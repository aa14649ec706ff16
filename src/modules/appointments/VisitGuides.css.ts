import { token } from '../../ui/contract.css.ts';
import { component } from '../../ui/layers.css.ts';

export const guides = component({ display: 'grid', gap: token.space3 });
/** Below the address of a place. */
export const way = component({ marginBlockStart: token.space3 });
export const title = component({ fontSize: token.textM, lineHeight: '1.35' });
export const text = component({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', lineHeight: '1.55' });
export const source = component({ color: token.inkMuted, fontSize: token.textS });
