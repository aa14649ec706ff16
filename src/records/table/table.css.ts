import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, quietText, wrappingRow } from '../../ui/layers.css.ts';

export const headParts = component({
  position: 'relative',
  ...wrappingRow,
  gap: `${token.space2} ${token.space3}`,
});

export const filterPanel = component({
  ...oneColumn,
  gap: token.space4,
  alignItems: 'end',
  marginBlockEnd: token.space4,
  '@media': {
    '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '(min-width: 62em)': { gridTemplateColumns: 'auto repeat(3, minmax(0, 1fr))', gap: token.space5 },
  },
});

export const optionField = component({ display: 'grid', gap: token.space2, minInlineSize: '0' });
inside(`.${optionField} fieldset > div`, { display: 'flex' });

export const listFoot = component({
  ...wrappingRow,
  minBlockSize: token.target,
  gap: `${token.space2} ${token.space4}`,
  ...quietText,
  marginBlockEnd: token.space2,
});
inside(`.${listFoot} p`, { marginInlineEnd: 'auto' });

/** Says so where a row may become one column, which its own width decides. */
export const agenda = component({ containerType: 'inline-size' });
export const agendaHead = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  gap: `0 ${token.space3}`,
  marginBlock: `${token.space6} ${token.space3}`,
});
inside(`.${agendaHead} p`, { color: token.inkMuted, fontSize: token.textS });
inside(`.${listFoot} + .${agenda} > .${agendaHead}`, { marginBlockStart: '0' });
