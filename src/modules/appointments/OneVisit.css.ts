import { token } from '../../ui/contract.css.ts';
import { card } from '../../ui/Card.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { row } from '../../ui/Row.css.ts';
import { component, inside, oneColumn } from '../../ui/layers.css.ts';
import { nextUp } from '../../records/visit/nextUp.css.ts';

export const grid = component({
  ...oneColumn,
  gap: token.space4,
  marginBlockStart: token.space2,
  '@media': {
    '(min-width: 62em)': {
      gridTemplateColumns: 'minmax(0, 1.72fr) minmax(18rem, 1fr)',
      gap: token.space5,
      alignItems: 'start',
    },
  },
});
export const column = component({ ...oneColumn, gap: token.space4, alignContent: 'start' });
inside(`.${column} > .${card}`, { marginBlock: '0', overflowWrap: 'anywhere' });

export const visitTitle = component({ fontSize: token.text2xl, lineHeight: '1.15', overflowWrap: 'anywhere' });
export const visitWhen = component({});
inside(`.${nextUp} .${visitWhen}`, { color: token.onDeep, fontSize: token.textM, marginBlockStart: token.space3 });

export const plainHead = component({ display: 'grid', gap: token.space2, justifyItems: 'start' });
export const sub = component({ color: token.inkMuted });

export const steps = component({ display: 'grid', gap: token.space3 });
inside(`.${steps} li`, { display: 'flex', gap: token.space3, alignItems: 'flex-start', lineHeight: '1.45' });
inside(`.${steps} .${icon}`, { color: token.brandText, marginBlockStart: '0.1rem', flex: 'none' });

export const dueList = component({ display: 'grid', gap: token.space2 });
inside(`.${dueList} .${row}`, { paddingInline: '0' });

export const person = component({ display: 'flex', alignItems: 'center', gap: token.space3 });
export const personActions = component({ display: 'flex', marginInlineStart: 'auto' });
inside(`.${personActions} a`, { color: token.brandText });
export const toDo = component({ display: 'grid', gap: token.space1 });
