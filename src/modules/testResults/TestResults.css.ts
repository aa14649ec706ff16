import { twoPanes } from '../../records/panes/panes.css.ts';
import { token } from '../../ui/contract.css.ts';
import { icon } from '../../ui/Icon.css.ts';
import { component, inside, onPaper, quietText, spreadRow, wrappingRow } from '../../ui/layers.css.ts';

export const onlyOnePane = component({ '@media': { [twoPanes]: { display: 'none' } } });

/** The tables of a result are measured by its pane, not by the page. */
export const detailFrame = component({ containerType: 'inline-size' });
onPaper(`.${detailFrame}`, { containerType: 'normal' });

export const groupTitle = component({
  padding: `${token.space3} clamp(1rem, 2.6vw, 1.25rem)`,
  ...quietText,
  background: token.surfaceSunken,
  fontFamily: token.fontBody,
  fontWeight: token.weightSemibold,
  letterSpacing: '0',
});
export const stretch = component({});
export const says = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '0.375rem',
  marginBlockStart: '0.25rem',
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  lineHeight: '1.45',
});
export const saysCritical = component({ color: token.dangerText, fontWeight: token.weightSemibold });
export const saysMuted = component({ color: token.inkMuted });
inside(`.${says} .${icon}`, { inlineSize: '1.125rem', blockSize: '1.125rem', marginBlockStart: '0.1em', flex: 'none' });

export const source = component({ display: 'flex', gap: token.space2, alignItems: 'flex-start' });
inside(`.${source} .${icon}`, { flex: 'none', marginBlockStart: '0.15em' });

/** Which list, and its filters: in one line where there is room. */
export const listBar = component({
  ...wrappingRow,
  gap: token.space3,
  marginBlockEnd: token.space5,
});
export const headCount = component({ display: 'inline-flex', verticalAlign: 'middle' });
export const filterSum = component({ color: token.inkMuted, fontSize: token.textS });
export const filterPanel = component({ display: 'grid', gap: token.space4, marginBlockEnd: token.space6 });
export const filterSelects = component({
  display: 'grid',
  gap: token.space4,
  '@media': { '(min-width: 48em)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
});
export const filterFoot = component({
  ...spreadRow,
  gap: `${token.space2} ${token.space4}`,
  ...quietText,
});
export const notice = component({ marginBlockEnd: token.space4 });
inside(`.${notice}:empty`, { marginBlockEnd: '0' });
