import { token } from '../../../ui/contract.css.ts';
import { component, inside, wrappingRow } from '../../../ui/layers.css.ts';

export const unsentRows = component({ display: 'grid' });
export const unsentRow = component({
  ...wrappingRow,
  gap: `${token.space3} ${token.space4}`,
  padding: `${token.space4} ${token.space5}`,
});
inside(`.${unsentRow} + .${unsentRow}`, { borderBlockStart: `1px solid ${token.line}` });
inside(`.${unsentRow} h2`, { fontSize: token.textM, flex: '1 1 8.5rem' });
