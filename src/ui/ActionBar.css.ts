import { button, quiet } from './Button.css.ts';
import { token } from './contract.css.ts';
import { component, inside, onPaper, wrappingRow } from './layers.css.ts';

export const actionbar = component({
  position: 'sticky',
  insetBlockEnd: '0',
  zIndex: token.zSticky,
  background: token.surfaceRaised,
  borderBlockStart: `1px solid ${token.line}`,
  padding: `${token.space3} ${token.pageGutter} max(${token.space3}, env(safe-area-inset-bottom))`,
  '@media': { '(max-height: 30em)': { position: 'static' } },
});
onPaper(`.${actionbar}`, { display: 'none !important' });

export const actionbarInner = component({
  ...wrappingRow,
  gap: token.space3,
  maxInlineSize: '44rem',
  marginInline: 'auto',
});

inside(`.${actionbarInner} .${button}:not(.${quiet})`, { flex: '1' });
// For long words of some languages: both buttons wrap to two lines instead of one of them to three.
inside(`.${actionbarInner} .${quiet}`, { maxInlineSize: '50%' });
