import { token } from '../ui/contract.css.ts';
import { component } from '../ui/layers.css.ts';

export const notes = component({
  display: 'grid',
  gap: token.space2,
  marginBlockStart: token.space6,
  color: token.inkMuted,
  fontSize: token.textS,
});

export const note = component({ display: 'flex', alignItems: 'flex-start', gap: token.space2 });

export const sub = component({
  display: 'block',
  color: token.inkMuted,
  fontWeight: token.weightRegular,
  fontSize: token.textS,
});
