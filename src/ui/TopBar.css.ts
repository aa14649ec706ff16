import { token } from './contract.css.ts';
import { count } from './Count.css.ts';
import { iconButton } from './IconButton.css.ts';
import { centredRow, component, inside, onPaper } from './layers.css.ts';

export const topbar = component({
  position: 'sticky',
  insetBlockStart: '0',
  zIndex: token.zSticky,
  background: token.canvas,
  borderBlockEnd: '1px solid transparent',
  '@media': { '(max-height: 30em)': { position: 'static' }, '(min-width: 62em)': { position: 'static' } },
});
onPaper(`.${topbar}`, { display: 'none !important' });

export const topbarInner = component({
  ...centredRow,
  gap: token.space2,
  minBlockSize: token.barTop,
  maxInlineSize: `calc(${token.pageMax} + 2 * ${token.pageGutter})`,
  marginInline: 'auto',
  padding: `${token.space1} ${token.pageGutter}`,
});

export const isStuck = component({});

export const utilities = component({
  display: 'none',
  alignItems: 'center',
  gap: token.space1,
  '@media': { '(min-width: 62em)': { display: 'flex' } },
});

inside(`.${topbar}.${isStuck}`, { borderBlockEndColor: token.line });

inside(`.${topbar} .${iconButton} .${count}`, { boxShadow: `0 0 0 2px ${token.canvas}` });

export const sentinel = component({
  position: 'absolute',
  insetBlockStart: '0',
  blockSize: '1px',
  inlineSize: '1px',
  pointerEvents: 'none',
});
