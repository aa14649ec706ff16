import { token } from '../ui/contract.css.ts';
import { component, inside, oneColumn } from '../ui/layers.css.ts';

export const may = component({ ...oneColumn, gap: token.space3, marginBlock: token.space4 });

inside(`.${may} > div`, {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: `0 ${token.space4}`,
});

inside(`.${may} dt`, { fontWeight: token.weightSemibold });

inside(`.${may} dd`, { margin: '0' });

/** Why, below until when. */
inside(`.${may} small`, { display: 'block', color: token.inkMuted, fontSize: token.textS });
