import { token } from './contract.css.ts';
import { component, inside } from './layers.css.ts';

export const richBlock = component({ maxInlineSize: token.measure, overflowWrap: 'anywhere' });

// Not a grid or flex box, which would put each piece of bold text in a separate box.
inside(`.${richBlock} > * + *`, { marginBlockStart: token.space3 });

inside(`.${richBlock} ul`, { listStyle: 'disc', paddingInlineStart: token.space6 });

inside(`.${richBlock} ol`, { listStyle: 'decimal', paddingInlineStart: token.space6 });

inside(`.${richBlock} :is(h2, h3, h4)`, { fontSize: token.textM });

inside(`.${richBlock} :is(td, th)`, {
  borderBlockEnd: `1px solid ${token.line}`,
  padding: `${token.space2} ${token.space3}`,
  verticalAlign: 'top',
  textAlign: 'start',
  // The table scrolls sideways; its words are not cut into pieces.
  overflowWrap: 'break-word',
});

inside(`.${richBlock} table`, { display: 'block', overflowX: 'auto' });
