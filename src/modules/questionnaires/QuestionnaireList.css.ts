import { token } from '../../ui/contract.css.ts';
import { component, inside, oneColumn, quietText, spreadRow } from '../../ui/layers.css.ts';

export const cardBody = component({
  ...oneColumn,
  gap: token.space4,
  '@media': {
    '(min-width: 48em)': { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: token.space6 },
  },
});

export const cardLine = component({
  ...quietText,
  lineHeight: '1.45',
  marginBlockStart: token.space1,
});

export const cardDate = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: token.space2,
  marginBlockStart: token.space3,
  selectors: { '&:empty': { display: 'none' } },
});

export const cardActions = component({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: token.space2,
});

inside(`.${cardBody} h2, .${cardBody} h3`, { fontSize: token.textL });

export const listHead = component({
  ...spreadRow,
  gap: `${token.space3} ${token.space4}`,
  marginBlockEnd: token.space6,
});

inside(`.${listHead} h1`, { display: 'flex', alignItems: 'center', gap: token.space3 });
