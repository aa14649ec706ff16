import { token } from '../../ui/contract.css.ts';
import { component, inside, quietText } from '../../ui/layers.css.ts';

export const filterButton = component({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: token.space3 });

/** A group of rows that is drawn, or skipped in layout, together. */
export const stretch = component({});
inside(`.${stretch} > * + *, .${stretch} + .${stretch}`, { borderBlockStart: `1px solid ${token.line}` });

/** The row's status: an icon and a text. */
export const rowSays = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '0.375rem',
  marginBlockStart: token.space1,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
  lineHeight: '1.45',
});

export const unbroken = component({ whiteSpace: 'nowrap' });

export const facts = component({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(9rem, 100%), 1fr))',
  gap: `${token.space4} ${token.space6}`,
  marginBlockEnd: token.space5,
  '@media': {
    '(min-width: 62em)': { gridTemplateColumns: 'repeat(3, auto)', justifyContent: 'start', columnGap: token.space10 },
  },
});
inside(`.${facts} dt`, { color: token.inkMuted, fontSize: token.textS, lineHeight: '1.4' });
inside(`.${facts} dd`, { fontWeight: token.weightMedium, lineHeight: '1.4', overflowWrap: 'anywhere' });

export const remarks = component({
  borderInlineStart: `4px solid ${token.brandLine}`,
  padding: `${token.space1} 0 ${token.space1} ${token.space4}`,
  marginBlockEnd: token.space5,
  maxInlineSize: token.measure,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
});
inside(`.${remarks} h3`, {
  ...quietText,
  fontWeight: token.weightMedium,
  letterSpacing: '0',
});

export const version = component({
  display: 'flex',
  alignItems: 'flex-start',
  gap: token.space2,
  marginBlockEnd: token.space5,
  fontSize: token.textS,
  fontWeight: token.weightMedium,
});
