import { button } from './Button.css.ts';
import { token } from './contract.css.ts';
import { rowSub } from './Row.css.ts';
import { segmented } from './Segmented.css.ts';
import { atKiosk, centredRow, insideKiosk, kioskComponent, quietText } from './layers.css.ts';

export const filters = kioskComponent({
  display: 'grid',
  // The date has room for the longest one, "30 de nov. de 2026".
  gridTemplateColumns: 'minmax(0, 1.3fr) 29rem minmax(0, 1fr)',
  gap: `${token.space4} ${token.space5}`,
  alignItems: 'end',
  marginBlock: `${token.space5} ${token.space4}`,
  '@media': {
    '(max-width: 74.99em)': { gridTemplateColumns: '29rem minmax(0, 1fr)' },
    '(max-width: 43.7em)': { gridTemplateColumns: '1fr' },
  },
});

insideKiosk(`.${filters} > :first-child`, {
  maxInlineSize: 'none',
  '@media': { '(max-width: 74.99em)': { gridColumn: '1 / -1' } },
});

atKiosk(`.${segmented}`, { display: 'flex' });

atKiosk(`.${segmented} label`, { fontSize: token.textM, paddingInline: token.space5 });

export const sum = kioskComponent({ color: token.inkMuted, marginBlock: token.space4 });

export const group = kioskComponent({ display: 'grid', gap: token.space3, marginBlockEnd: token.space6 });

export const more = kioskComponent({ display: 'grid', justifyItems: 'center', marginBlockStart: token.space5 });

export const side = kioskComponent({ display: 'grid', gap: token.space2 });

export const kioskList = kioskComponent({ display: 'grid', gap: token.space4 });

export const kioskRow = kioskComponent({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1.1fr) minmax(0, 1.4fr) 13.5rem',
  gap: token.space6,
  alignItems: 'center',
  padding: `${token.space5} ${token.space5} ${token.space5} ${token.space6}`,
  background: token.surface,
  border: `1px solid ${token.line}`,
  borderRadius: token.radiusL,
  '@media': {
    '(max-width: 61.99em)': { gridTemplateColumns: 'minmax(0, 1fr) 12rem' },
    '(max-width: 43.7em)': { gridTemplateColumns: '1fr' },
  },
});

export const wait = kioskComponent({});

insideKiosk(`.${kioskRow} h2`, { fontSize: token.textL });

insideKiosk(`.${kioskRow} .${rowSub}`, { fontSize: token.textS });

insideKiosk(`.${kioskRow} ul`, { display: 'grid', gap: token.space1, lineHeight: '1.35', fontSize: token.textS });

insideKiosk(`.${kioskRow} li`, { display: 'flex', gap: token.space2 });

insideKiosk(`.${kioskRow} li::before`, {
  content: '""',
  inlineSize: '0.5rem',
  blockSize: '0.5rem',
  borderRadius: '50%',
  background: token.brandMark,
  flex: 'none',
  marginBlockStart: '0.5em',
});

insideKiosk(`.${kioskRow} .${button}`, { inlineSize: '100%' });

insideKiosk(`.${kioskRow} .${wait}`, {
  ...quietText,
  lineHeight: '1.35',
  ...centredRow,
  gap: token.space2,
});

insideKiosk(`.${kioskRow} > ul`, {
  '@media': {
    '(max-width: 61.99em)': { gridColumn: '1', gridRow: '2' },
    '(max-width: 43.7em)': { gridColumn: '1', gridRow: 'auto' },
  },
});

insideKiosk(`.${kioskRow} > :last-child`, {
  '@media': {
    '(max-width: 61.99em)': { gridColumn: '2', gridRow: '1 / span 2' },
    '(max-width: 43.7em)': { gridColumn: '1', gridRow: 'auto' },
  },
});
