import { token } from '../../ui/contract.css.ts';
import { component, inside, spreadRow } from '../../ui/layers.css.ts';

export const reviewTop = component({
  ...spreadRow,
  gap: `${token.space2} ${token.space4}`,
  marginBlockEnd: token.space4,
});
export const reviewHead = component({
  display: 'grid',
  gap: token.space2,
  marginBlockEnd: token.space6,
  color: token.inkMuted,
});

inside(`.${reviewHead} h1`, { color: token.ink });
