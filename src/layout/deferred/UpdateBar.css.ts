import { token } from '../../ui/contract.css.ts';
import { component, onPaper, spreadRow } from '../../ui/layers.css.ts';

export const updateBar = component({ background: token.infoTint, color: token.infoText });
onPaper(`.${updateBar}`, { display: 'none' });

export const updateBarIn = component({
  ...spreadRow,
  gap: `${token.space2} ${token.space4}`,
  maxInlineSize: `calc(${token.pageMax} + 2 * ${token.pageGutter})`,
  marginInline: 'auto',
  padding: `${token.space2} ${token.pageGutter}`,
  fontSize: token.textS,
});
