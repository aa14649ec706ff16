import { token } from '../ui/contract.css.ts';
import { component, quietText } from '../ui/layers.css.ts';

export const notes = component({
  display: 'grid',
  gap: token.space2,
  marginBlockStart: token.space6,
  ...quietText,
});

export const note = component({ display: 'flex', alignItems: 'flex-start', gap: token.space2 });

export const sub = component({
  display: 'block',
  ...quietText,
  fontWeight: token.weightRegular,
});
