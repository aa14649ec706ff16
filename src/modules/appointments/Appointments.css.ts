import { token } from '../../ui/contract.css.ts';
import { component, onPaper } from '../../ui/layers.css.ts';

export const cellLinks = component({ display: 'block', whiteSpace: 'nowrap' });
onPaper(`.${cellLinks}`, { display: 'none !important' });

/** For a cancelled visit, whose status says so in words. */
export const struck = component({
  color: token.inkMuted,
  textDecoration: 'line-through',
  textDecorationThickness: '1px',
});
